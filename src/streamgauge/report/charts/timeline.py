"""A trial of each engine on one time axis: rates, backlog, latency as heat, CPU, memory, and what happened when."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Literal

from streamgauge.report.charts.placing import place_labels
from streamgauge.report.charts.style import (
    COLOURS,
    DIM,
    INK,
    LEAST_DRAWN_MS,
    SHADE,
    WIDTH,
    colour,
    dash,
    finished,
    hues,
    logarithmic,
    values,
)
from streamgauge.report.charts.thinning import thinned

_LABEL_PX = 12  # the height of a row of labels above the plot
_MOST_POWERS = 4
_ALIKE = 1.05

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A rectangle of the latency heat: from when to when, from which latency to which, and the share of its records, 0 to 1."""

    from_s: float
    to_s: float
    low_ms: float
    high_ms: float
    share: float


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened, and its name."""

    second: float
    text: str


@dataclass(frozen=True, slots=True)
class Track:
    """What one engine did, in seconds since the first record was due. What is not known is empty."""

    name: str
    offered: Points
    achieved: Points
    backlog: Points
    median_ms: Points
    p99_ms: Points
    heat: Sequence[Cell] = ()
    cores: Points = ()
    memory_mb: Points = ()
    marks: Sequence[Mark] = ()
    warmup_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Timeline:
    """The tracks of the engines at one point of a run."""

    seconds: float
    tracks: Sequence[Track]
    bursts: Sequence[tuple[float, float]] = field(default_factory=tuple)

    @property
    def has_one_load(self) -> bool:
        """Was every engine offered the same? Half of what each can do is not."""
        sums = [sum(value for _, value in track.offered) for track in self.tracks]
        return max(sums) <= _ALIKE * min(sums)

    def shows(self, mark: Mark) -> bool:
        """Does it lie on the axis? What an engine did before the first record was due does not."""
        return 0 <= mark.second <= self.seconds


def timeline_chart(timeline: Timeline) -> dict[str, Any]:
    """Panels above each other. Warm-ups are shaded grey, bursts are shaded warm, and marks are upright lines."""
    import altair as alt

    names = [each.name for each in timeline.tracks]
    panels = [
        _lines(timeline, "achieved", "records/s", "achieved rate; shaded, what was offered", names),
        _lines(timeline, "backlog", "records", "backlog", names, scale="symlog"),
        *(_heat(timeline, track, names) for track in timeline.tracks),
        *(
            [_lines(timeline, "cores", "cores", "CPU of the engine", names)]
            if any(each.cores for each in timeline.tracks)
            else []
        ),
        *(
            [_lines(timeline, "memory_mb", "MB", "memory of the engine", names)]
            if any(each.memory_mb for each in timeline.tracks)
            else []
        ),
    ]
    caption = alt.Chart(values([{}])).mark_text(text="seconds since the first record was due", color=INK, fontSize=11)
    foot = caption.encode(x=alt.value(WIDTH / 2), y=alt.value(6)).properties(width=WIDTH, height=12)
    return finished(alt.vconcat(*panels, foot, spacing=8).resolve_scale(color="shared", strokeDash="shared"), names)


def _time(timeline: Timeline) -> Any:
    import altair as alt

    axis = alt.Axis(grid=False, tickCount=10)
    return alt.X("second:Q", title=None, axis=axis).scale(domain=[0, timeline.seconds], nice=False)


def _lines(
    timeline: Timeline, figure: str, unit: str, title: str, names: Sequence[str], *, scale: Literal["linear", "symlog"] = "linear"
) -> Any:
    """One line for each engine; the offered rate stands behind the achieved ones."""
    import altair as alt

    rows: list[dict[str, Any]] = [
        {"name": track.name, "second": second, "value": value}
        for track in timeline.tracks
        for second, value in thinned(getattr(track, figure))
    ]
    ticks = {"values": _powers([row["value"] for row in rows])} if scale == "symlog" else {"tickCount": 4}
    y = alt.Y("value:Q", title=unit, axis=alt.Axis(gridOpacity=0.6, **ticks)).scale(type=scale)
    x = _time(timeline)
    layers = _background(timeline, timeline.tracks, x)
    if figure == "achieved":
        layers += _offered(timeline, x, y, names)
    layers.append(
        alt.Chart(values(rows)).mark_line(strokeWidth=1.5).encode(x=x, y=y, color=colour(names), strokeDash=dash(names))
    )
    layers += _marks(timeline, timeline.tracks, x, names) + (_labels(timeline) if figure == "achieved" else [])
    return alt.layer(*layers).properties(width=WIDTH, height=110, title=title)


def _offered(timeline: Timeline, x: Any, y: Any, names: Sequence[str]) -> list[Any]:
    """Grey, if it was the same for all; else for each engine in its colour."""
    import altair as alt

    shades = [SHADE] if timeline.has_one_load else hues(names)
    layers = []
    for track, hue in zip(timeline.tracks, shades, strict=False):
        due = [{"second": second, "value": value} for second, value in thinned(track.offered)]
        layers.append(alt.Chart(values(due)).mark_area(color=hue, opacity=0.3, interpolate="step-after").encode(x=x, y=y))
    return layers


def _heat(timeline: Timeline, track: Track, names: Sequence[str]) -> Any:
    """The latencies of one engine: strong in colour where many records were; the line is the median of each second."""
    import altair as alt

    x = _time(timeline)
    y = logarithmic(alt.Y("value:Q", title="ms"), _latencies(timeline), gridOpacity=0.6)  # one scale for all engines
    hue = hues(names)[names.index(track.name)]
    layers = _background(timeline, [track], x)
    if track.heat:
        cells = [
            {"second": each.from_s, "to": each.to_s, "value": each.low_ms, "top": each.high_ms, "share": _level(each.share)}
            for each in sorted(
                track.heat, key=lambda cell: _level(cell.share)
            )  # equal ones beside each other, where they become one path
        ]
        share = alt.Opacity("share:Q", legend=None).scale(domain=[0, 1], range=[0, 1])
        layers.append(
            alt.Chart(values(cells)).mark_rect(color=hue, clip=True).encode(x=x, x2="to:Q", y=y, y2="top:Q", opacity=share)
        )
    for points, width in ((track.median_ms, 1.5), (() if track.heat else track.p99_ms, 0.8)):
        rows = [{"second": second, "value": max(LEAST_DRAWN_MS, value)} for second, value in thinned(points)]
        line = alt.Chart(values(rows)).mark_line(strokeWidth=width, color=INK if track.heat else hue).encode(x=x, y=y)
        layers += [line] if rows else []
    layers += _marks(timeline, [track], x, names)
    what = "latency, strongest where most records are, and its median" if track.heat else "latency, median and (thin) p99"
    return alt.layer(*layers).properties(width=WIDTH, height=100, title=f"{track.name}: {what}")


def _latencies(timeline: Timeline) -> list[float]:
    """Everything that is drawn as a latency: the heat of those that have one, the lines of the others."""
    heat = [each for track in timeline.tracks for cell in track.heat for each in (cell.low_ms, cell.high_ms)]
    lines = [points for track in timeline.tracks if not track.heat for points in (track.median_ms, track.p99_ms)]
    return [max(LEAST_DRAWN_MS, each) for each in (*heat, *(value for points in lines for _, value in points))]


def _background(timeline: Timeline, tracks: Sequence[Track], x: Any) -> list[Any]:
    """Warm-ups and bursts as shades; where the warm-ups of engines differ, the longer one is paler."""
    import altair as alt

    layers: list[Any] = []
    shades: list[tuple[Sequence[tuple[float, float]], str]] = [(timeline.bursts, COLOURS[4])]
    shades += [([(0.0, warmup_s)], DIM) for warmup_s in sorted({track.warmup_s for track in tracks if track.warmup_s})]
    for ranges, hue in shades:
        rows = [{"second": start, "to": end} for start, end in ranges]
        if rows:
            layers.append(alt.Chart(values(rows)).mark_rect(color=hue, opacity=0.14).encode(x=x, x2="to:Q"))
    return layers


def _marks(timeline: Timeline, tracks: Sequence[Track], x: Any, names: Sequence[str]) -> list[Any]:
    """An upright line for each of them."""
    import altair as alt

    rows = [{"name": track.name, "second": mark.second} for track in tracks for mark in track.marks if timeline.shows(mark)]
    rules = alt.Chart(values(rows)).mark_rule(strokeWidth=1.2)
    return [rules.encode(x=x, color=colour(names), strokeDash=dash(names))] if rows else []


def _labels(timeline: Timeline) -> list[Any]:
    """The names of the marks, above the plot; both places are in pixels."""
    import altair as alt

    shown = [mark for track in timeline.tracks for mark in track.marks if timeline.shows(mark)]
    placed = place_labels([(mark.second / timeline.seconds * WIDTH, mark.text) for mark in shown], WIDTH)
    rows = [{"text": each.text, "x": each.middle_px, "y": -2 - _LABEL_PX * each.row} for each in placed]
    texts = alt.Chart(values(rows)).mark_text(align="center", fontSize=10, color=INK, baseline="bottom")
    across, above = alt.X("x:Q", scale=None, axis=None), alt.Y("y:Q", scale=None, axis=None)
    return [texts.encode(x=across, y=above, text="text:N")] if rows else []


def _powers(found: Sequence[float]) -> list[int]:
    """Zero and the powers of ten up to the highest value; of several not 1, which lies beside zero; of many, every other."""
    powers = [10**power for power in range(len(str(int(max(found, default=1)))))]
    step = 1 if len(powers) <= _MOST_POWERS else 2
    return [0, *(each for each in powers[::-step][::-1] if each > 1 or len(powers) == 1)]


def _level(share: float) -> float:
    """Few levels, so that equal things look equal, none of them invisible."""
    return round(0.15 + 0.85 * sqrt(min(1.0, max(0.0, share))), 1)
