"""A run's result as tables: data only, whoever prints it."""

from dataclasses import dataclass
from typing import Any

_SHOWN = ("p50", "p90", "p95", "p99", "p99.9", "max")  # what fits on a line; the data has more


@dataclass(frozen=True, slots=True)
class Table:
    """A title, headings and rows; and what must be said of the figures, if anything."""

    title: str
    headings: tuple[str, ...]
    rows: list[tuple[object, ...]]
    note: str = ""


def result_tables(result: dict[str, Any]) -> list[Table]:
    """The tables of an experiment's result, the main one first."""
    if result["experiment"] == "throughput":
        return [throughput_table(result)]
    return [latency_table(result), *([own_latency_table(result)] if result.get("own_latency") else [])]


def latency_table(result: dict[str, Any]) -> Table:
    headings = ("engine", *(f"{name} ms" for name in _SHOWN), "samples", "outputs per input", "answer")
    rows = [
        (
            each["engine"],
            *((each["latency_ms"] or {}).get(name, "-") for name in _SHOWN),
            each["samples"],
            each["outputs_per_input"],
            _answer(each),
        )
        for each in result["engines"]
    ]
    emission = result["engines"][0]["emission"]
    return Table(f"latency of {result['workload']} at {result['rate']} records/s, emission {emission}", headings, rows)


def own_latency_table(result: dict[str, Any]) -> Table:
    """The latency that the workload's origin defines; it is not ours, so the definition goes with it."""
    own = result["own_latency"]
    headings = ("engine", *(f"{name} ms" for name in _SHOWN), "samples")
    rows = [
        (each["engine"], *((each["own_latency_ms"] or {}).get(name, "-") for name in _SHOWN), each["own_samples"])
        for each in result["engines"]
    ]
    return Table(f"{own['name']} of {result['workload']}", headings, rows, note=f"{own['name']}: {own['definition']}")


def throughput_table(result: dict[str, Any]) -> Table:
    unit = result["engines"][0]["unit"]
    own = () if unit == "records" else (f"{unit}/s",)
    headings = ("engine", "records/s", *own, "outputs per input", "answer")
    rows = [
        (
            each["engine"],
            *(_known(each[name]) for name in ("records_per_second", *(["units_per_second"] if own else []))),
            each["outputs_per_input"],
            _answer(each),
        )
        for each in result["engines"]
    ]
    emission = result["engines"][0]["emission"]
    return Table(
        f"throughput of {result['workload']}, {result['events']:,} events preloaded, emission {emission}", headings, rows
    )


def _known(figure: object) -> object:
    return "-" if figure is None else figure


def _answer(entry: dict[str, Any]) -> str:
    return "verified" if entry["verified"] else f"WRONG: {'; '.join(entry['differences'][:1])}"
