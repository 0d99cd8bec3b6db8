"""The time of an epoch when nothing else is under way."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.tables.table import Table, about, answer, first_headings, names, quantile_headings, quantiles

_NOTE = "closed loop: not to be ranked with what was measured under a load that does not wait"


def closed_tables(result: Mapping[str, Any]) -> list[Table]:
    defines = quantile_headings("epoch_ms") | {"epochs": "", "outputs each": "outputs_per_input", "answer": "verified"}
    rows: list[tuple[object, ...]] = [
        (*names(result, each), *quantiles(each, "epoch_ms"), each["epochs"], each["outputs_per_input"], answer(each))
        for each in result["engines"]
    ]
    events = round(result["engines"][0]["events"])
    title = f"closed loop: time per epoch of {events:,} events of {result['workload']}{about(result)}"
    return [Table(title, (*first_headings(result), *defines), rows, _NOTE, defines)]
