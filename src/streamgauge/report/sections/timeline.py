"""The run second by second on one time axis; and the switches."""

from collections.abc import Iterator, Mapping, Sequence

from streamgauge.report.charts.style import draw
from streamgauge.report.charts.timeline import Timeline, timeline_chart
from streamgauge.report.sections.budget import Budget
from streamgauge.report.sections.learnt import learnt_table
from streamgauge.report.sections.points import Point, drawn_points
from streamgauge.report.sections.switches import switch_table
from streamgauge.report.tracks import series_of, track_of
from streamgauge.report.trials import is_one_load
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run


def timeline_section(run: Run, prefix: str, budget: Budget) -> Section:
    """Of the first trial of each engine, at each point."""
    points, notes = drawn_points(run)
    figures, missing, without_heat, undrawn = [], [], [], []
    for number, point in enumerate(points):
        if point.is_online and not budget.takes_time_axis():
            undrawn.append(point.title or "this run")
            continue
        found, lacking = _timeline(run, point)
        missing += lacking
        if found:
            timeline = budget.within(found)
            without_heat += [f" at {point.title}" if point.title else ""] if timeline is not found else []
            chart = draw(timeline_chart(timeline), f"{prefix}time-{number}")
            figures.append(Figure(chart, " ".join(_caption(point, timeline))))
    notes += [f"latencies{where} are drawn as lines: with heat the page would become too large" for where in without_heat]
    missing += [f"not drawn, for the page would become too large: {'; '.join(undrawn)}"] if undrawn else []
    tables = [each for each in (switch_table(run), learnt_table(run)) if each]
    notes = [*notes, *missing] if figures else missing
    return Section("time", "Second by second", figures=figures, tables=tables, notes=notes)


def _timeline(run: Run, point: Point) -> tuple[Timeline | None, list[str]]:
    """What is drawn of a point, if anything, and what is missing for it."""
    trials = [found[0] for each in point.entries if (found := point.trials_of(each["engine"]))]
    columns = [(trial, series_of(run, trial)) for trial in trials]
    known = [(trial, series) for trial, series in columns if series]
    lost = [trial["label"] for trial, series in columns if not series and is_one_load(trial)]
    notes = _lacking("series", lost, "these trials are not on the time axis")
    if not known:
        return None, notes
    tracks = [track_of(run, trial, series) for trial, series in known]
    unseen = [trial["label"] for (trial, _), track in zip(known, tracks, strict=True) if not track.memory_mb]
    timeline = Timeline(
        seconds=max(len(series["at_ms"]) for _, series in known),
        tracks=tracks,
        bursts=[(each["from_s"], each["to_s"]) for each in known[0][0].get("bursts") or ()],
    )
    return timeline, [*notes, *_lacking("resources", unseen, "CPU and memory of these trials are not drawn")]


def _lacking(kind: str, labels: Sequence[str], so: str) -> list[str]:
    """A note about files that are not there, by their names, which begin with those of the trials."""
    files = ", ".join(f"{label}-{kind}.parquet" for label in labels)
    return [f"missing or damaged: {files}; {so}"] if files else []


def _caption(point: Point, timeline: Timeline) -> Iterator[str]:
    if point.title:
        yield f"At {point.title}."
    for track in timeline.tracks:
        late = max((value for _, value in track.median_ms), default=None)
        most = max((value for _, value in track.backlog), default=None)
        told = [f"at most {most:,.0f} records waited" if most is not None else ""]
        told += [f"the median of a second rose to {late:,.0f} ms" if late is not None else ""]
        yield f"{track.name}: {', '.join(each for each in told if each)}."
        if marks := [mark for mark in track.marks if timeline.shows(mark)]:
            yield "Marked: " + ", ".join(f"{mark.text} at {mark.second:.1f} s" for mark in marks) + "."
    yield from _warmup({track.name: track.warmup_s for track in timeline.tracks})
    if timeline.bursts:
        yield "Shaded warm: the bursts, " + ", ".join(f"{start} to {end} s" for start, end in timeline.bursts) + "."
    yield "Backlog and latency are on logarithmic axes."


def _warmup(seconds: Mapping[str, float]) -> Iterator[str]:
    if len({*seconds.values()}) > 1:
        told = ", ".join(f"{warmup_s:g} s of {name}" for name, warmup_s in seconds.items())
        yield f"Shaded grey: the warm-up, the first {told}."
    elif any(seconds.values()):
        yield f"Shaded grey: the warm-up, the first {max(seconds.values()):g} s."
