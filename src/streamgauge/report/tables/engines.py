"""All engines of several runs in one table for each workload and emission: what each does by the core, how quickly, for how long.

An engine that writes once for many inputs does less than one that writes each update: how many outputs stand for an input is
beside every figure, and engines with different emissions are never in one table.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from streamgauge.measure.objectives import find_figure
from streamgauge.report.tables.table import Table, known, rounded

_COALESCES = 0.9  # of the outputs of the engine that writes most: below that it is said to write once for several updates

_FIGURES = {
    "records/s per core": ("throughput", "records_per_core_second"),
    "records/s": ("throughput", "records_per_second"),
    "p50 ms": ("latency", "latency_ms.p50"),
    "p99 ms": ("latency", "latency_ms.p99"),
    "holds from": ("sustain", "sustainable_rate.low"),
    "to": ("sustain", "sustainable_rate.high"),
}
_OUTPUTS = ("latency", "throughput", "sustain")  # the experiment that tells the outputs of an input, the best first


def engine_tables(results: Sequence[Mapping[str, Any]]) -> list[Table]:
    """A table for each workload that several engines were measured on, by the last run of each experiment."""
    found: dict[tuple[str, str], dict[str, dict[str, Mapping[str, Any]]]] = {}
    for result in results:
        for entry in result["engines"]:
            engines = found.setdefault((str(result["workload"]), str(entry["emission"])), {})
            engines.setdefault(str(entry["engine"]), {})[str(result["experiment"])] = entry
    return [_table(*name, engines) for name, engines in found.items() if len(engines) > 1]


def _table(workload: str, emission: str, engines: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Table:
    outputs = {name: _outputs(runs) for name, runs in engines.items()}
    most = max((each for each in outputs.values() if each is not None), default=None)
    rows: list[tuple[object, ...]] = [
        (
            name,
            *(rounded(_figure(runs, *where), 0) for where in _FIGURES.values()),
            known(outputs[name]),
            rounded(max((entry.get("others_cores") or 0.0 for entry in runs.values()), default=None), 2),
            _answer(runs),
        )
        for name, runs in engines.items()
    ]
    coalescing = [name for name, each in outputs.items() if most and each is not None and each < _COALESCES * most]
    note = f"written once for several updates: {', '.join(coalescing)}" if coalescing else "every engine writes each update"
    headings = ("engine", *_FIGURES, "outputs each", "others' cores", "answer")
    defines = {heading: figure.split(".")[0] for heading, (_, figure) in _FIGURES.items()}
    defines |= {"outputs each": "outputs_per_input", "others' cores": "others_cores", "answer": "verified"}
    return Table(f"{workload}, emission {emission}: all engines", headings, rows, note, defines)


def _figure(runs: Mapping[str, Mapping[str, Any]], experiment: str, figure: str) -> float | None:
    value = find_figure(runs[experiment], figure) if experiment in runs else None
    return float(value) if isinstance(value, int | float) else None


def _outputs(runs: Mapping[str, Mapping[str, Any]]) -> float | None:
    return next((runs[each].get("outputs_per_input") for each in _OUTPUTS if each in runs), None)


def _answer(runs: Mapping[str, Mapping[str, Any]]) -> str:
    wrong = [experiment for experiment, entry in runs.items() if not entry["verified"]]
    return f"WRONG in {', '.join(wrong)}" if wrong else "verified"
