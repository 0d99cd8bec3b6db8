"""A run's result as tables, one file for each experiment."""

from collections.abc import Callable, Mapping
from typing import Any

from streamgauge.report.tables.breakdown import breakdown_tables, operation_table
from streamgauge.report.tables.burst import burst_tables
from streamgauge.report.tables.closed import closed_tables
from streamgauge.report.tables.general import general_tables, resource_table
from streamgauge.report.tables.latency import latency_tables, own_latency_table
from streamgauge.report.tables.sustain import sustain_tables
from streamgauge.report.tables.sweep import sweep_tables
from streamgauge.report.tables.table import Table
from streamgauge.report.tables.throughput import throughput_tables

__all__ = ["Table", "figure_tables", "result_tables"]

_TABLES: dict[str, Callable[[Mapping[str, Any]], list[Table]]] = {
    "breakdown": breakdown_tables,
    "burst": burst_tables,
    "closed": closed_tables,
    "latency": latency_tables,
    "sustain": sustain_tables,
    "sweep": sweep_tables,
    "throughput": throughput_tables,
}


def result_tables(result: Mapping[str, Any]) -> list[Table]:
    """All tables of a result, the main one first, what it took last."""
    has_resources = all("resources" in each for each in result["engines"])
    return [*figure_tables(result), *([resource_table(result)] if has_resources else [])]


def figure_tables(result: Mapping[str, Any]) -> list[Table]:
    """The tables of an experiment's figures; an experiment that nobody wrote tables for shows those that stand alone."""
    tables = _TABLES.get(result["experiment"], general_tables)(result)
    own = [own_latency_table(result)] if result.get("own_latency") and "own_samples" in result["engines"][0] else []
    told = result["experiment"] != "breakdown" and any(each.get("operations_ms") for each in result["engines"])
    return [*tables, *([operation_table(result)] if told else []), *own]
