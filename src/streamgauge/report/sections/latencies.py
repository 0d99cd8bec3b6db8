"""How long records took: percentiles, the cumulative distribution, box plots."""

from typing import TYPE_CHECKING, Any

from streamgauge.report.charts.boxes import Box, latency_box_chart
from streamgauge.report.charts.cdf import cdf_chart
from streamgauge.report.charts.percentiles import percentile_chart
from streamgauge.report.charts.style import draw
from streamgauge.report.distributions import Distribution, told_by
from streamgauge.report.sections.budget import MOST_LINES, Budget
from streamgauge.report.sections.points import Point, drawn_points, name_of
from streamgauge.report.trials import is_one_load
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def latency_section(run: Run, prefix: str, budget: Budget) -> Section:
    """Of experiments whose trials are each at one rate; those that probe many rates have charts of their own."""
    points, notes = drawn_points(run)
    figures = []
    for number, point in enumerate(points):
        found, missing = _distributions(run, point, budget.lines)
        notes += missing
        if found:
            figures += _figures(point, found, f"{prefix}latency-{number}")
    return Section("latency", "Latency", figures=figures, notes=list(dict.fromkeys(notes)) if figures else [])


def _distributions(run: Run, point: Point, lines: int) -> tuple[list[Distribution], list[str]]:
    """One for each trial that is drawn, and what is missing."""
    found, missing = [], []
    drawn = [trial for each in point.entries for trial in point.trials_of(each["engine"])[:lines]]
    if len(drawn) < len(point.trials):
        which = f"first {lines} trials are" if lines > 1 else "first trial is"
        why = "; with more the page would become too large" if lines < MOST_LINES else ""
        missing.append(f"of each engine the {which} drawn{why}; box plots have the medians of all")
    for trial in drawn:
        if not trial.get("latency_ms") or not is_one_load(trial):
            continue
        times_ms = _ordered(run, trial)
        if times_ms is None:
            missing.append(f"samples of {trial['label']} are missing or damaged: its lines come from the quantiles in the result")
            found.append(Distribution(trial["engine"], trial["label"], told=told_by(trial["latency_ms"])))
        else:
            found.append(Distribution(trial["engine"], trial["label"], times_ms))
    return found, missing


def _ordered(run: Run, trial: dict[str, Any]) -> "NDArray[np.generic] | None":
    """The latencies of what was due after the warm-up, in order."""
    import numpy as np

    samples, series = run.samples(f"{trial['label']}-latency"), run.samples(f"{trial['label']}-series")
    if (
        samples is None
        or series is None
        or not {"intended_ms", "append_ms"} <= samples.keys()
        or not len(series.get("at_ms", ()))
    ):
        return None
    from_ms = int(series["at_ms"][0]) + round(trial["warmup_s"] * 1000)
    due_ms, done_ms = samples["intended_ms"].astype(np.int64), samples["append_ms"].astype(np.int64)
    times_ms = (done_ms - due_ms)[due_ms >= from_ms]
    return np.sort(times_ms) if len(times_ms) else None


def _figures(point: Point, found: list[Distribution], name: str) -> list[Figure]:
    at = f" at {point.title}" if point.title else ""
    told = "; ".join(_in_words(each) for each in point.entries if each.get("latency_ms"))
    lines = "One line for each trial. " if len(found) > len(point.entries) else ""
    percentiles = draw(percentile_chart(found), f"{name}-percentiles")
    figures = [
        Figure(
            percentiles,
            f"Latency by percentile{at}: {told}. {lines}Every step to the right is a rarer record: from 90 % to 99 % is as wide "
            "as from 99 % to 99.9 %. A line ends where fewer than ten records are left.",
        ),
        Figure(
            draw(cdf_chart(found, "latency, ms"), f"{name}-cdf"),
            f"Which share of the records took no longer{at}: the further left a line rises, the faster. {lines}".strip(),
        ),
    ]
    boxes = [
        Box(
            name_of(each),
            each["latency_box_ms"],
            [trial["latency_ms"]["p50"] for trial in point.trials_of(each["engine"]) if trial.get("latency_ms")],
        )
        for each in point.entries
        if each.get("latency_box_ms")
    ]
    if boxes:
        told = "; ".join(
            f"{box.name}: half of all between {box.figures['low_quartile']:,.0f} and {box.figures['high_quartile']:,.0f} ms"
            for box in boxes
        )
        dots = " Dots are the medians of the trials." if any(len(box.medians) > 1 for box in boxes) else ""
        caption = (
            f"{told}. The box has the middle half, the thick line is the median, the thin ones reach to the last record within "
        )
        caption += f"1.5 times the box.{dots}"
        figures.append(Figure(draw(latency_box_chart(boxes, "latency, ms"), f"{name}-boxes"), caption))
    return figures


def _in_words(entry: dict[str, Any]) -> str:
    figures = [(words, entry["latency_ms"].get(name)) for name, words in (("p50", "half"), ("p99", "99 %"), ("p99.9", "99.9 %"))]
    told = ", ".join(f"{words} within {value:,.0f} ms" for words, value in figures if value is not None)
    return f"{name_of(entry)}: {told}"
