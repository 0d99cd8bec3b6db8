"""What a page may draw, so that it stays below 1.5 MB: runs, points, engines and trials all take their part of it.

Where that is too much, heat goes first, then the lines of all trials but the first, then the time axes of the last points. All
sizes are estimates, and rather too high.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from streamgauge.report.charts.timeline import Timeline
from streamgauge.report.sections.points import Point, drawn_points
from streamgauge.runs.reading import Run

MOST_LINES = 5  # of an engine, one for each trial; more cannot be told apart
_PAGE_BYTES = 1_400_000
_POINT_BYTES, _ENGINE_BYTES, _TRIAL_BYTES = 60_000, 28_000, 5_000  # of axes and words; of its time axis; of its distribution
_COMPARED_BYTES = 7_000  # of an engine, beside an earlier run
_CELL_BYTES = 34


@dataclass(slots=True)
class Budget:
    """What is left: bytes for heat, and time axes. And how many trials of an engine have a line of their own."""

    heat_bytes: int
    time_axes: int
    lines: int = MOST_LINES

    @classmethod
    def beside(cls, runs: Sequence[Run]) -> "Budget":
        """What the other parts of a page of these runs leave."""
        points = [point for run in runs for point in drawn_points(run)[0]]
        online = [point for point in points if point.is_online]
        taken = _COMPARED_BYTES * sum(len(run.result["engines"]) for run in runs[1:]) + _POINT_BYTES * len(points)
        taken += _ENGINE_BYTES * sum(len(each.entries) for each in online)
        lines = MOST_LINES if taken + _bytes_of_lines(online, MOST_LINES) <= _PAGE_BYTES else 1
        left, time_axes = _PAGE_BYTES - taken - _bytes_of_lines(online, lines), len(online)
        while left < 0 and time_axes:
            time_axes -= 1
            left += _ENGINE_BYTES * len(online[time_axes].entries)
        return cls(left, time_axes, lines)

    def takes_time_axis(self) -> bool:
        """Is there room for the next one? Points ask in the order in which they stand on the page."""
        self.time_axes -= 1
        return self.time_axes >= 0

    def within(self, timeline: Timeline) -> Timeline:
        """The same while there is enough left for its heat, then one whose latencies are lines."""
        cost = _CELL_BYTES * sum(len(track.heat) for track in timeline.tracks)
        if cost > max(0, self.heat_bytes):
            return replace(timeline, tracks=[replace(track, heat=()) for track in timeline.tracks])
        self.heat_bytes -= cost
        return timeline


def _bytes_of_lines(points: Sequence[Point], most: int) -> int:
    return _TRIAL_BYTES * sum(min(most, len(point.trials_of(each["engine"]))) for point in points for each in point.entries)
