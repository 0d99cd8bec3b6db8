"""How k-means converged: the mean distance of the centroids to the centres, over the points processed (seed work 000)."""

from collections.abc import Mapping, Sequence
from typing import Any

from streamgauge.report.charts.convergence import Curve, convergence_chart
from streamgauge.report.charts.style import draw
from streamgauge.report.sections.points import name_of
from streamgauge.report.trials import is_one_load
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run

_COLUMNS = ("curve", "points", "distance")
_MOST_DRAWN = 300
_NEAR = 1.1  # times the last distance: converged
_ITERATING = ("kmeans",)  # workloads whose trials keep curves, where they are offered one load or a full topic


def convergence_section(run: Run, prefix: str) -> Section:
    read = [(trial, _curves(run, trial)) for trial in run.result["measured"]]
    notes = [f"the convergence of {trial['label']} is damaged" for trial, curves in read if curves == {}]
    lost = [trial["label"] for trial, curves in read if curves is None and keeps_convergence(run, trial)]
    notes += [f"the convergence of {label} is missing" for label in lost]
    known = [(trial, curves) for trial, curves in read if curves and curves["found"]]
    if not known:
        return Section("convergence", "Convergence", notes=notes)
    lines = [(name_of(trial), trial["label"], _thinned(curves["found"])) for trial, curves in known]
    reference = next((curves["reference"] for _, curves in known if curves.get("reference")), [])
    told = "; ".join(dict.fromkeys(f"{name}: {_in_words(curve)}" for name, _, curve in lines))
    beside = f" Dotted: the reference, which feeds back after each point: {_in_words(reference)}." if reference else ""
    caption = f"How far centroids are from the centres, in the mean, over the points processed. {told}.{beside}"
    chart = draw(convergence_chart(lines, _thinned(reference)), f"{prefix}convergence")
    return Section("convergence", "Convergence", figures=[Figure(chart, caption)], notes=notes)


def keeps_convergence(run: Run, trial: Mapping[str, Any]) -> bool:
    """Should there be curves of it? A search and a sweep have none of the whole, a closed loop has none at all."""
    return run.result["workload"] in _ITERATING and (is_one_load(trial) or "records_per_second" in trial)


def _curves(run: Run, trial: Mapping[str, Any]) -> dict[str, list[tuple[float, float]]] | None:
    """The curves of a trial, called found and reference; None if it has none, empty if they are damaged."""
    name = f"{trial['label']}-convergence"
    if not (run.path / "samples" / f"{name}.parquet").exists():
        return None
    samples = run.samples(name) or {}
    if not samples.keys() >= {*_COLUMNS}:
        return {}
    curves: dict[str, list[tuple[float, float]]] = {"found": [], "reference": []}
    for curve, points, distance in zip(*(samples[column].tolist() for column in _COLUMNS), strict=True):
        curves.setdefault(curve, []).append((points, distance))
    return curves


def _in_words(curve: Curve) -> str:
    """Where it ended, and from when on it was that near."""
    last = curve[-1][1]
    far = [number for number, (_, distance) in enumerate(curve) if distance > last * _NEAR]
    since = curve[min(far[-1] + 1, len(curve) - 1)][0] if far else curve[0][0]
    return f"{last:.3g} after {curve[-1][0]:,.0f} points, and no more than a tenth above that from {since:,.0f} points on"


def _thinned(curve: Sequence[tuple[float, float]]) -> Curve:
    """So many of its places that it looks the same, the first and the last among them."""
    step = (len(curve) - 1) / (_MOST_DRAWN - 1)
    return curve if step <= 1 else [curve[round(number * step)] for number in range(_MOST_DRAWN)]
