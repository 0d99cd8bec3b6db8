"""Records a second from a topic filled beforehand."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.tables.table import Table, about, answer, first_headings, known, names


def throughput_tables(result: Mapping[str, Any]) -> list[Table]:
    unit = result["engines"][0]["unit"]
    defines = {"records/s": "records_per_second"} | ({} if unit == "records" else {f"{unit}/s": "units_per_second"})
    defines |= {"per core": "records_per_core_second", "per executor": "records_per_executor_second", "imbalance": "imbalance"}
    defines |= {"outputs each": "outputs_per_input"}
    rows: list[tuple[object, ...]] = [
        (*names(result, each), *(known(each[name]) for name in defines.values()), answer(each)) for each in result["engines"]
    ]
    sizes = ", ".join(f"{size:,}" for size in dict.fromkeys(round(each["events"]) for each in result["engines"]))
    parts = ", ".join(str(size) for size in dict.fromkeys(round(each["partitions"]) for each in result["engines"]))
    title = f"throughput of {result['workload']}, {sizes} events preloaded into {parts} partitions{about(result)}"
    return [Table(title, (*first_headings(result), *defines, "answer"), rows, defines=defines | {"answer": "verified"})]
