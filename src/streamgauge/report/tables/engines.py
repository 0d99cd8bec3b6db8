"""All engines of several runs in one table for each workload and emission: what each does by the core, how quickly, for how long.

An engine that writes once for many inputs does less than one that writes each update: how many outputs stand for an input is
beside every figure, for it differs from experiment to experiment, and engines with different emissions are never in one table.
An engine with other options is another row.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from streamgauge.measure.objectives import find_figure
from streamgauge.report.outputs import OUTPUTS, writes_less
from streamgauge.report.tables.table import Table, known, offered, rounded

Entry: TypeAlias = Mapping[str, Any]
Runs: TypeAlias = dict[str, dict[str, Entry]]  # by engine with its options, and by experiment

_FIGURES = {
    "throughput": {"records/s per core": "records_per_core_second", "records/s": "records_per_second"},
    "latency": {"p50 ms": "latency_ms.p50", "p99 ms": "latency_ms.p99"},
    "sustain": {"holds from": "sustainable_rate.low", "to": "sustainable_rate.high"},
}
_DEFINES = {heading: figure.split(".")[0] for figures in _FIGURES.values() for heading, figure in figures.items()} | {
    "outputs each": OUTPUTS,
    "latency at": "offered_per_second",
    "others' cores": "others_cores",
    "answer": "verified",
}

# What a trial at the limit of an engine finds, and who has none.
_AT_THE_LIMIT = {"throughput": "throughput", "sustain": "sustained rate"}
_LOADS = {"throughput": ("events", "partitions"), "latency": ("partitions",), "sustain": ("partitions",)}  # beside the rate
_PARTIAL = {"partial": True}
_WHY_NOT = {"dual": "it runs either of Spark's two, and such a trial is over before it has found out which"}


def engine_tables(results: Sequence[Mapping[str, Any]], *, least_experiments: int = 1) -> list[Table]:
    """A table for each workload that several engines were measured on, by the last run of each experiment, sweeps left out; and
    of so many experiments at least."""
    found: dict[tuple[str, str], Runs] = {}
    for result in results:
        for entry in result["engines"]:
            if result["experiment"] in _FIGURES and not entry.get("settings"):
                engines = found.setdefault((_workload(result), str(entry["emission"])), {})
                kept = {**entry, **_PARTIAL} if result.get("partial") else entry
                engines.setdefault(_name(entry), {})[str(result["experiment"])] = kept
    return [
        _table(*name, engines)
        for name, engines in found.items()
        if len(engines) > 1 and len({experiment for runs in engines.values() for experiment in runs}) >= least_experiments
    ]


def _name(entry: Entry) -> str:
    from streamgauge.report.sections.options import in_words

    return ", ".join(filter(None, (str(entry["engine"]), in_words(entry.get("options") or {}))))


def _workload(result: Mapping[str, Any]) -> str:
    return ", ".join((str(result["workload"]), *(f"{name} {value}" for name, value in (result.get("properties") or {}).items())))


def _table(workload: str, emission: str, engines: Runs) -> Table:
    experiments = [each for each in _FIGURES if any(each in runs for runs in engines.values())]
    headings = [heading for each in experiments for heading in (*_FIGURES[each], "outputs each")]
    rates = _rates(engines)
    own = ["latency at"] if len(rates) > 1 else []
    rows: list[tuple[object, ...]] = [
        (name, *_cells(runs, experiments), *(_rate(runs) for _ in own), rounded(_others_cores(runs), 2), _answer(runs))
        for name, runs in _ranked(engines)
    ]
    title = f"{workload}, emission {emission}: all engines"
    notes = [*([] if own else (f"latency at {rate}" for rate in rates)), *_notes(engines, experiments)]
    return Table(title, ("engine", *headings, *own, "others' cores", "answer"), rows, "; ".join(notes), dict(_DEFINES))


def _rates(engines: Runs) -> list[str]:
    """At which rates latency was measured: at one, or at half of what each engine can do."""
    return list(dict.fromkeys(str(_rate(runs)) for runs in engines.values() if "latency" in runs))


def _rate(runs: Mapping[str, Entry]) -> str:
    return offered(runs["latency"].get("rate")) if "latency" in runs else "-"


def _ranked(engines: Runs) -> list[tuple[str, dict[str, Entry]]]:
    """By what they do with a core, the most first; those that nobody knows it of are last."""
    return sorted(engines.items(), key=lambda each: -(_figure(each[1].get("throughput"), "records_per_core_second") or 0))


def _cells(runs: Mapping[str, Entry], experiments: Sequence[str]) -> Iterator[object]:
    for experiment in experiments:
        entry = runs.get(experiment)
        yield from (rounded(_figure(entry, figure), 0) for figure in _FIGURES[experiment].values())
        yield known(_figure(entry, OUTPUTS))


def _counts(entry: Entry) -> bool:
    """Is it of a right answer that proves something? Other figures are not shown, and rank nobody."""
    return bool(entry["verified"]) and not entry.get("inconclusive")


def _figure(entry: Entry | None, figure: str) -> float | None:
    value = find_figure(entry, figure) if entry and _counts(entry) else None
    return float(value) if isinstance(value, int | float) else None


def _others_cores(runs: Mapping[str, Entry]) -> float | None:
    return max((each for entry in runs.values() if (each := entry.get("others_cores")) is not None), default=None)


def _answer(runs: Mapping[str, Entry]) -> str:
    wrong = [experiment for experiment, entry in runs.items() if not entry["verified"]]
    return f"WRONG in {', '.join(wrong)}" if wrong else "verified"


def _notes(engines: Runs, experiments: Sequence[str]) -> Iterator[str]:
    """What must be known of the figures: who writes less than others, what is in doubt."""
    most = {each: max(_figure(runs.get(each), OUTPUTS) or 0.0 for runs in engines.values()) for each in experiments}
    coalescing = _which(engines, lambda experiment, entry: _writes_less(entry, most[experiment]))
    yield f"written once for several updates: {coalescing}" if coalescing else "all engines write about as much"
    if doubted := _which(engines, lambda _, entry: bool(entry.get("inconclusive"))):
        yield f"inconclusive: {doubted}"
    if disturbed := _which(engines, lambda _, entry: bool(entry.get("disturbed"))):
        yield f"disturbed by other programs: {disturbed}"
    if cut := _which(engines, lambda _, entry: "partial" in entry):
        yield f"cut short: {cut}"
    for experiment in experiments:
        yield from _unlike_loads(engines, experiment)
    yield from _left_out(engines, experiments)


def _unlike_loads(engines: Runs, experiment: str) -> Iterator[str]:
    """What was given to each, where it is not the same: of several runs each has its own."""
    loads: dict[str, list[str]] = {}
    for name, runs in engines.items():
        if entry := runs.get(experiment):
            told = ", ".join(f"{entry[each]:,.0f} {each}" for each in _LOADS[experiment] if entry.get(each) is not None)
            loads.setdefault(told or "not known", []).append(name)
    if len(loads) > 1:
        each = "; ".join(f"{load}: {', '.join(names)}" for load, names in loads.items())
        yield f"unlike loads in {experiment}: {each}"


def _writes_less(entry: Entry, most: float) -> bool:
    outputs = _figure(entry, OUTPUTS)
    return outputs is not None and writes_less(outputs, most)


def _left_out(engines: Runs, experiments: Sequence[str]) -> Iterator[str]:
    """Who is not in experiments that others are in, where that has a reason."""
    for name, runs in engines.items():
        reason = _WHY_NOT.get(next(str(entry["engine"]) for entry in runs.values()))
        missing = [words for each, words in _AT_THE_LIMIT.items() if each in experiments and each not in runs]
        if reason and missing:
            yield f"{name} has no {' and no '.join(missing)}: {reason}"


def _which(engines: Runs, is_meant: Callable[[str, Entry], bool]) -> str:
    """The engines of which this is true, and in which experiments if not in all."""
    found = []
    for name, runs in engines.items():
        meant = [experiment for experiment, entry in runs.items() if is_meant(experiment, entry)]
        if meant:
            found.append(name if len(meant) == len(runs) else f"{name} in {' and '.join(meant)}")
    return ", ".join(found)
