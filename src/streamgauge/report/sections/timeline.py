"""The run second by second on one time axis; and the switches."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from streamgauge.report.charts.style import draw
from streamgauge.report.charts.timeline import Timeline, timeline_chart
from streamgauge.report.sections.points import Point, drawn_points
from streamgauge.report.tables import Table
from streamgauge.report.tables.burst import switches_of
from streamgauge.report.tracks import series_of, track_of
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run

_SWITCHES = ("engine", "second", "part", "range", "to", "stopped for s", "replayed", "why")


def timeline_section(run: Run, prefix: str) -> Section:
    """Of the first trial of each engine, at each point."""
    points, notes = drawn_points(run)
    figures = []
    for number, point in enumerate(points):
        first = [point.trials_of(each["engine"])[0] for each in point.entries if point.trials_of(each["engine"])]
        columns = [(trial, series_of(run, trial)) for trial in first]
        known = [(trial, series) for trial, series in columns if series]
        if known:
            figures.append(_figure(run, point, known, f"{prefix}time-{number}"))
    switches = list(_switch_rows(run))
    tables = [Table("switches between paradigms", _SWITCHES, switches)] if switches else []
    return Section("time", "Second by second", figures=figures, tables=tables, notes=notes if figures else [])


def _figure(run: Run, point: Point, known: Sequence[tuple[Mapping[str, Any], Mapping[str, Sequence[Any]]]], name: str) -> Figure:
    seconds = max(len(series["at_ms"]) for _, series in known)
    timeline = Timeline(
        seconds=seconds,
        tracks=[track_of(run, trial, series) for trial, series in known],
        bursts=[(each["from_s"], each["to_s"]) for each in known[0][0].get("bursts") or ()],
    )
    return Figure(draw(timeline_chart(timeline), name), " ".join(_caption(point, timeline)))


def _caption(point: Point, timeline: Timeline) -> Iterator[str]:
    if point.title:
        yield f"At {point.title}."
    for track in timeline.tracks:
        late = max((value for _, value in track.median_ms), default=None)
        most = max((value for _, value in track.backlog), default=None)
        told = [f"at most {most:,.0f} records waited" if most is not None else ""]
        told += [f"the median of a second rose to {late:,.0f} ms" if late is not None else ""]
        yield f"{track.name}: {', '.join(each for each in told if each)}."
        if track.marks:
            yield "Marked: " + ", ".join(f"{mark.text} at {mark.second:.1f} s" for mark in track.marks) + "."
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


def _switch_rows(run: Run) -> Iterator[tuple[object, ...]]:
    for trial in run.result["measured"]:
        switches = list(switches_of(trial))
        series = series_of(run, trial) if switches else None
        start_ms = series["at_ms"][0] if series else None
        for each in switches:
            yield (
                trial["engine"],
                "-" if start_ms is None else round((each["at_ms"] - start_ms) / 1000, 1),
                each["part"],
                ", ".join(map(str, each.get("range", ()))),
                each["to"],
                round(sum(each.get(name, 0.0) for name in ("stop_s", "find_s", "start_s")), 2),
                each.get("replayed", "-"),
                each.get("decision", {}).get("why", "-"),
            )
