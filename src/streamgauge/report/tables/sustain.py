"""The rate that is held: the interval of each engine, then every probe."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.tables.table import (
    Table,
    about,
    answer,
    change,
    first_headings,
    first_trial,
    known,
    names,
    part,
    percent,
    rounded,
)

_INTERVAL = dict.fromkeys(("records/s from", "to", "middle", "width"), "sustainable_rate")
_OFFERED = {"records/s": "offered_per_second"}
_PROBE = {"backlog growth": "backlog_growth", "latency growth": "latency_growth", "p50 ms": "latency_ms"}


def sustain_tables(result: Mapping[str, Any]) -> list[Table]:
    others = {"probes": "probes", "p50 ms": "latency_ms", "p99 ms": "latency_ms", "outputs each": "outputs_per_input"}
    others |= {"answer": "verified"}
    rows: list[tuple[object, ...]] = [
        (
            *names(result, each),
            *(rounded(each["sustainable_rate"].get(name), 0) for name in ("low", "high", "middle")),
            percent(each["sustainable_rate"].get("relative_width")),
            len(each["probes"]),
            *(part(each, "latency_ms", name) for name in ("p50", "p99")),
            known(each.get("outputs_per_input")),
            answer(each),
        )
        for each in result["engines"]
    ]
    note = "the highest rate held lies between the two rates; latencies are those of the highest rate that a probe held"
    title, defines = f"sustainable rate of {result['workload']}{about(result)}", _INTERVAL | others
    return [Table(title, (*first_headings(result), *defines), rows, note, defines), _probe_table(result)]


def _probe_table(result: Mapping[str, Any]) -> Table:
    rows: list[tuple[object, ...]] = [
        (
            *names(result, each),
            number,
            int(probe["rate"]),
            probe["holds"],
            *(change((probe[growth] or {}).get("share")) for growth in ("backlog_growth", "latency_growth")),
            part(probe, "latency_ms", "p50"),
            probe["lateness_ms"]["p99"],
        )
        for each in result["engines"]
        for number, probe in enumerate(each["probes"], start=1)
    ]
    defines = _OFFERED | _PROBE | {"sender p99 late ms": "lateness_ms"}
    headings = (*first_headings(result), "probe", "records/s", "verdict", *_PROBE, "sender p99 late ms")
    return Table(f"probe by probe{first_trial(result)}", headings, rows, defines=defines)
