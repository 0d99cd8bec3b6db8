"""The time of an epoch when nothing else is under way."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.tables.table import Table, about, answer, first_headings, names, quantile_headings, quantiles

_NOTE = "closed loop: not to be ranked with what was measured under a load that does not wait"


def closed_tables(result: Mapping[str, Any]) -> list[Table]:
    defines = quantile_headings("epoch_ms") | {"epochs": "epochs", "outputs each": "outputs_per_input", "answer": "verified"}
    rows: list[tuple[object, ...]] = [
        (*names(result, each), *quantiles(each, "epoch_ms"), each["epochs"], each["outputs_per_input"], answer(each))
        for each in result["engines"]
    ]
    title = f"closed loop: time per epoch{epoch_size(result)} of {result['workload']}{about(result)}"
    return [Table(title, (*first_headings(result), *defines), rows, _NOTE, defines)]


def epoch_size(result: Mapping[str, Any]) -> str:
    """How many events an epoch has, as words; none if that was swept and stands in every row."""
    sizes = {round(each["events"]) for each in result["engines"]}
    return f" of {sizes.pop():,} events" if len(sizes) == 1 else ""
