"""Latency at a rate, and the latency that a workload's origin defines."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.tables.table import (
    Table,
    about,
    answer,
    first_headings,
    has_own_rates,
    known,
    names,
    offered,
    part,
    quantile_headings,
    quantiles,
)

_OWN = quantile_headings("own_latency_ms") | {"samples": "own_samples"}


def latency_tables(result: Mapping[str, Any]) -> list[Table]:
    entries = result["engines"]
    has_own = has_own_rates(entries)
    defines = ({"offered/s": "offered_per_second"} if has_own else {}) | quantile_headings("latency_ms")
    defines |= {"first output p50": "first_output_ms", "floor p50": "floor_ms"}
    defines |= {"outputs each": "outputs_per_input", "answer": "verified"}
    rows: list[tuple[object, ...]] = [
        (
            *names(result, each),
            *([known(each.get("offered_per_second"))] if has_own else []),
            *quantiles(each, "latency_ms"),
            part(each, "first_output_ms", "p50"),
            part(each, "floor_ms", "p50"),
            each["outputs_per_input"],
            answer(each),
        )
        for each in entries
    ]
    rates = "rates of their own" if has_own else ", ".join(dict.fromkeys(offered(each["rate"]) for each in entries))
    title = f"latency of {result['workload']} at {rates}{about(result)}"
    return [Table(title, (*first_headings(result), *defines), rows, defines=defines)]


def own_latency_table(result: Mapping[str, Any]) -> Table:
    """The latency that the workload's origin defines; it is not ours, so the definition goes with it."""
    own = result["own_latency"]
    headings = (*first_headings(result), *_OWN)
    rows: list[tuple[object, ...]] = [
        (*names(result, each), *quantiles(each, "own_latency_ms"), each["own_samples"]) for each in result["engines"]
    ]
    return Table(f"{own['name']} of {result['workload']}", headings, rows, f"{own['name']}: {own['definition']}", _OWN)
