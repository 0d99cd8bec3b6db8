"""A run's result as tables: data only, whoever prints it."""

from collections.abc import Callable, Iterable, Mapping
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


def result_tables(result: Mapping[str, Any]) -> list[Table]:
    """The tables of an experiment's result, the main one first."""
    tables = _TABLES[result["experiment"]](result)
    own = [own_latency_table(result)] if result.get("own_latency") and "own_samples" in result["engines"][0] else []
    has_resources = all("resources" in each for each in result["engines"])
    return [*tables, *own, *([resource_table(result)] if has_resources else [])]


def latency_tables(result: Mapping[str, Any]) -> list[Table]:
    headings = (*_first(result), *(f"{name} ms" for name in _SHOWN), "first output p50", "floor p50", "outputs each", "answer")
    rows = [
        (
            *_names(result, each),
            *_quantiles(each, "latency_ms"),
            (each.get("first_output_ms") or {}).get("p50", "-"),
            (each.get("floor_ms") or {}).get("p50", "-"),
            each["outputs_per_input"],
            _answer(each),
        )
        for each in result["engines"]
    ]
    rates = ", ".join(dict.fromkeys(each["rate"] for each in result["engines"]))
    return [Table(f"latency of {result['workload']} at {rates} records/s{_about(result)}", headings, rows)]


def own_latency_table(result: Mapping[str, Any]) -> Table:
    """The latency that the workload's origin defines; it is not ours, so the definition goes with it."""
    own = result["own_latency"]
    headings = (*_first(result), *(f"{name} ms" for name in _SHOWN), "samples")
    rows = [(*_names(result, each), *_quantiles(each, "own_latency_ms"), each["own_samples"]) for each in result["engines"]]
    return Table(f"{own['name']} of {result['workload']}", headings, rows, note=f"{own['name']}: {own['definition']}")


def throughput_tables(result: Mapping[str, Any]) -> list[Table]:
    unit = result["engines"][0]["unit"]
    own = () if unit == "records" else (f"{unit}/s",)
    headings = (*_first(result), "records/s", *own, "per core", "per executor", "imbalance", "outputs each", "answer")
    figures = ("records_per_second", *(("units_per_second",) if own else ()))
    figures += ("records_per_core_second", "records_per_executor_second", "imbalance")
    rows = [
        (*_names(result, each), *(_known(each[name]) for name in figures), each["outputs_per_input"], _answer(each))
        for each in result["engines"]
    ]
    sizes = ", ".join(f"{size:,}" for size in dict.fromkeys(round(each["events"]) for each in result["engines"]))
    parts = ", ".join(str(size) for size in dict.fromkeys(round(each["partitions"]) for each in result["engines"]))
    title = f"throughput of {result['workload']}, {sizes} events preloaded into {parts} partitions{_about(result)}"
    return [Table(title, headings, rows)]


def burst_tables(result: Mapping[str, Any]) -> list[Table]:
    """The whole run of each engine, then burst by burst of its first trial."""
    figures = ("time_averaged_ms", "calm_ms", "overshoot_ms", "excess_ms_s", "highest_backlog")
    words = ("average ms", "calm ms", "overshoot ms", "excess ms*s", "most waiting")
    headings = (*_first(result), *words, "p50 ms", "p99 ms", "floor p50", "switches", "answer")
    rows = [
        (
            *_names(result, each),
            *(_known(each[name]) for name in figures),
            *((each["latency_ms"] or {}).get(name, "-") for name in ("p50", "p99")),
            (each.get("floor_ms") or {}).get("p50", "-"),
            len(each["switches"]),
            _answer(each),
        )
        for each in result["engines"]
    ]
    title = f"burst of {result['workload']}: {', '.join(dict.fromkeys(each['rate'] for each in result['engines']))}"
    return [Table(f"{title}{_about(result)}", headings, rows), _burst_table(result)]


def _burst_table(result: Mapping[str, Any]) -> Table:
    figures = ("offered_per_second", "achieved_per_second", "overshoot_ms", "excess_ms_s", "highest_backlog")
    headings = (
        *_first(result),
        "burst",
        "offered/s",
        "achieved/s",
        "overshoot ms",
        "excess ms*s",
        "highest backlog",
        "catch-up s",
    )
    rows = [
        (
            *_names(result, each),
            f"{burst['from_s']} to {burst['to_s']} s",
            *(burst[name] for name in figures),
            "never" if burst["catch_up_s"] is None else burst["catch_up_s"],
        )
        for each in result["engines"]
        for burst in each["bursts"]
    ]
    return Table("burst by burst", headings, rows)


def sustain_tables(result: Mapping[str, Any]) -> list[Table]:
    """The interval of each engine, then every probe."""
    headings = (*_first(result), "records/s from", "to", "middle", "width", "probes", "p50 ms", "p99 ms", "answer")
    rows = [
        (
            *_names(result, each),
            *(_rounded(each["sustainable_rate"].get(name), 0) for name in ("low", "high", "middle")),
            _percent(each["sustainable_rate"].get("relative_width")),
            len(each["probes"]),
            *((each["latency_ms"] or {}).get(name, "-") for name in ("p50", "p99")),
            _answer(each),
        )
        for each in result["engines"]
    ]
    note = "the highest rate held lies between the two rates; latencies are those of the highest rate that a probe held"
    return [Table(f"sustainable rate of {result['workload']}{_about(result)}", headings, rows, note), _probe_table(result)]


def _probe_table(result: Mapping[str, Any]) -> Table:
    headings = (
        *_first(result),
        "probe",
        "records/s",
        "verdict",
        "backlog growth",
        "latency growth",
        "p50 ms",
        "sender p99 late ms",
    )
    rows = [
        (
            *_names(result, each),
            number,
            int(probe["rate"]),
            probe["holds"],
            _percent((probe["backlog_growth"] or {}).get("share")),
            _percent((probe["latency_growth"] or {}).get("share")),
            (probe["latency_ms"] or {}).get("p50", "-"),
            probe["lateness_ms"]["p99"],
        )
        for each in result["engines"]
        for number, probe in enumerate(each["probes"], start=1)
    ]
    return Table("probe by probe", headings, rows)


def sweep_tables(result: Mapping[str, Any]) -> list[Table]:
    """Latency by rate, and the knee of each engine."""
    headings = (*_first(result), "offered/s", "achieved/s", *(f"{name} ms" for name in _SHOWN), "backlog", "answer")
    rows = [
        (
            *_names(result, each),
            step["offered"],
            _known(step["achieved_per_second"]),
            *_quantiles(step, "latency_ms"),
            _known(step["backlog"]),
            "given up" if step["lagged"] else _answer(step),
        )
        for each in result["engines"]
        for step in each["rates"]
    ]
    return [Table(f"latency of {result['workload']} by rate{_about(result)}", headings, rows), _knee_table(result)]


def _knee_table(result: Mapping[str, Any]) -> Table:
    headings = (*_first(result), "knee of p50 above", "below", "knee of p99 above", "below ")
    knees = ("knee_per_second", "knee_p99_per_second")
    rows = [
        (*_names(result, each), *(_known(each[knee].get(end)) for knee in knees for end in ("low", "high")))
        for each in result["engines"]
    ]
    note = "up to the knee no latency is more than three times the least; - means that no such rate was offered"
    return Table("the knee, in records/s", headings, rows, note)


def closed_tables(result: Mapping[str, Any]) -> list[Table]:
    headings = (*_first(result), *(f"{name} ms" for name in _SHOWN), "epochs", "outputs each", "answer")
    rows = [
        (*_names(result, each), *_quantiles(each, "epoch_ms"), each["epochs"], each["outputs_per_input"], _answer(each))
        for each in result["engines"]
    ]
    title = (
        f"closed loop: time per epoch of {round(result['engines'][0]['events']):,} events of {result['workload']}{_about(result)}"
    )
    return [Table(title, headings, rows, "closed loop: not to be ranked with what was measured under a load that does not wait")]


def resource_table(result: Mapping[str, Any]) -> Table:
    """What each role used, as busy cores, and the engine's memory."""
    used = {role for each in result["engines"] for role in each.get("resources") or {}}
    roles = [role for role in ("engine", "broker", "sender", "self") if role in used]
    headings = (*_first(result), *(f"{role} cores" for role in roles), "engine MB", "GC s", "others' cores")
    rows = [
        (
            *_names(result, each),
            *(_rounded(((each.get("resources") or {}).get(role) or {}).get("cores"), 2) for role in roles),
            _rounded(((each.get("resources") or {}).get("engine") or {}).get("rss_max_bytes"), 0, per=1e6),
            _rounded(each.get("gc_s"), 2),
            _rounded(each.get("others_cores"), 2),
        )
        for each in result["engines"]
    ]
    return Table("what it took", headings, rows)


_TABLES: dict[str, Callable[[Mapping[str, Any]], list[Table]]] = {
    "latency": latency_tables,
    "throughput": throughput_tables,
    "burst": burst_tables,
    "sustain": sustain_tables,
    "sweep": sweep_tables,
    "closed": closed_tables,
}


def _first(result: Mapping[str, Any]) -> tuple[str, ...]:
    """The headings that name a row: the engine, and whatever was swept."""
    return ("engine", *result["engines"][0]["settings"])


def _names(result: Mapping[str, Any], entry: Mapping[str, Any]) -> Iterable[object]:
    return (entry["engine"], *(entry["settings"].get(name, "-") for name in _first(result)[1:]))


def _quantiles(entry: Mapping[str, Any], figure: str) -> Iterable[object]:
    return ((entry[figure] or {}).get(name, "-") for name in _SHOWN)


def _about(result: Mapping[str, Any]) -> str:
    emission = f", emission {result['engines'][0]['emission']}"
    trials = max(each.get("trials", 1) for each in result["engines"])
    return emission + (f", median of {trials} trials" if trials > 1 else "")


def _known(figure: object) -> object:
    return "-" if figure is None else figure


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share * 100:+.1f} %"


def _rounded(figure: float | None, places: int, *, per: float = 1.0) -> object:
    return "-" if figure is None else round(figure / per, places) if places else round(figure / per)


def _answer(entry: Mapping[str, Any]) -> str:
    return "verified" if entry["verified"] else f"WRONG: {'; '.join(entry['differences'][:1])}"
