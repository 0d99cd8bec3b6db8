"""Latency by rate, and the knee of each engine."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.tables.table import Table, about, answer, first_headings, known, names, quantile_headings, quantiles

_KNEES = {
    "knee of p50 above": ("knee_per_second", "low"),
    "below": ("knee_per_second", "high"),
    "knee of p99 above": ("knee_p99_per_second", "low"),
    "below ": ("knee_p99_per_second", "high"),
}


def sweep_tables(result: Mapping[str, Any]) -> list[Table]:
    defines = {"offered/s": "offered_per_second", "achieved/s": "achieved_per_second"} | quantile_headings("latency_ms")
    defines |= {"backlog": "backlog", "outputs each": "outputs_per_input", "answer": "verified"}
    rows: list[tuple[object, ...]] = [
        (
            *names(result, each),
            step["offered"],
            known(step["achieved_per_second"]),
            *quantiles(step, "latency_ms"),
            known(step["backlog"]),
            known(step.get("outputs_per_input")),
            "given up" if step["lagged"] else answer(step),
        )
        for each in result["engines"]
        for step in each["rates"]
    ]
    title = f"latency of {result['workload']} by rate{about(result)}"
    return [Table(title, (*first_headings(result), *defines), rows, defines=defines), _knee_table(result)]


def _knee_table(result: Mapping[str, Any]) -> Table:
    rows: list[tuple[object, ...]] = [
        (*names(result, each), *(known(each[knee].get(end)) for knee, end in _KNEES.values())) for each in result["engines"]
    ]
    note = "up to the knee no latency is more than three times the least; - means that no such rate was offered"
    defines = {heading: knee for heading, (knee, _) in _KNEES.items()}
    return Table("the knee, in records/s", (*first_headings(result), *_KNEES), rows, note, defines)
