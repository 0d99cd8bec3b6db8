"""Where the time goes: the mean latency by component, and by operation."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.outputs import OUTPUTS
from streamgauge.report.tables.table import Table, about, answer, first_headings, known, names, part, rounded


def breakdown_tables(result: Mapping[str, Any]) -> list[Table]:
    """Components and operations, each adding up to the mean latency but for what is not accounted for."""
    return [_table(result, "components_ms", "component"), operation_table(result)]


def operation_table(result: Mapping[str, Any]) -> Table:
    """By operation alone: trials at a rate and with bursts have it too, where an engine tells of its operations."""
    return _table(result, "operations_ms", "operation")


def _table(result: Mapping[str, Any], figure: str, noun: str) -> Table:
    entries = result["engines"]
    parts = list(dict.fromkeys(name for each in entries for name in each.get(figure) or {}))
    has_rest = figure == "components_ms"
    rows: list[tuple[object, ...]] = [
        (
            *names(result, each),
            *(rounded((each.get(figure) or {}).get(name), 2) for name in parts),
            *([rounded(each.get("remainder_ms"), 2)] if has_rest else []),
            part(each, "latency_ms", "mean"),
            *([known(each.get(OUTPUTS)), answer(each)] if has_rest else []),
        )
        for each in entries
    ]
    defines = {f"{name.replace('_', ' ')} ms": figure for name in parts} | ({"remainder ms": "remainder_ms"} if has_rest else {})
    defines |= {"mean ms": "latency_ms"} | ({"outputs each": OUTPUTS, "answer": "verified"} if has_rest else {})
    title = f"mean latency of {result['workload']} by {noun}{about(result) if has_rest else ''}"
    return Table(title, (*first_headings(result), *defines), rows, defines=defines)
