"""What bursts did: the whole run of each engine, then burst by burst, then every switch."""

from collections.abc import Iterator, Mapping
from typing import Any

from streamgauge.report.tables.table import Table, about, answer, first_headings, first_trial, known, names, part

_WHOLE = {
    "average ms": "time_averaged_ms",
    "calm ms": "calm_ms",
    "overshoot ms": "overshoot_ms",
    "excess ms*s": "excess_ms_s",
    "most waiting": "highest_backlog",
}
_EACH = {
    "offered/s": "offered_per_second",
    "achieved/s": "achieved_per_second",
    "overshoot ms": "overshoot_ms",
    "excess ms*s": "excess_ms_s",
    "highest backlog": "highest_backlog",
}


def burst_tables(result: Mapping[str, Any]) -> list[Table]:
    others = {
        "p50 ms": "latency_ms",
        "p99 ms": "latency_ms",
        "floor p50": "floor_ms",
        "switches": "switches",
        "outputs each": "outputs_per_input",
        "answer": "verified",
    }
    rows: list[tuple[object, ...]] = [
        (
            *names(result, each),
            *(known(each[name]) for name in _WHOLE.values()),
            *(part(each, "latency_ms", name) for name in ("p50", "p99")),
            part(each, "floor_ms", "p50"),
            len(list(switches_of(each))),
            known(each.get("outputs_per_input")),
            answer(each),
        )
        for each in result["engines"]
    ]
    defines = _WHOLE | others
    title = f"burst of {result['workload']}: {', '.join(dict.fromkeys(each['rate'] for each in result['engines']))}"
    note = "switches: those of the first trial" if first_trial(result) else ""
    whole = Table(f"{title}{about(result)}", (*first_headings(result), *defines), rows, note, defines)
    return [whole, _burst_table(result)]


def switches_of(entry: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The switches between paradigms among what an engine says that happened in it."""
    return (each for each in entry.get("switches") or () if each.get("event") == "switch")


def _burst_table(result: Mapping[str, Any]) -> Table:
    rows: list[tuple[object, ...]] = [
        (
            *names(result, each),
            f"{burst['from_s']} to {burst['to_s']} s",
            *(known(burst[name]) for name in _EACH.values()),
            "never" if burst["catch_up_s"] is None else burst["catch_up_s"],
        )
        for each in result["engines"]
        for burst in each["bursts"]
    ]
    headings = (*first_headings(result), "burst", *_EACH, "catch-up s")
    return Table("burst by burst", headings, rows, defines=_EACH | {"catch-up s": "catch_up_s"})
