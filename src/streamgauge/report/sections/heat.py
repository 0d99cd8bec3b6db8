"""How much heat a page may have: whatever is left of 1.5 MB beside the lines, which every point, engine and trial has."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from streamgauge.report.charts.timeline import Timeline
from streamgauge.report.sections.points import drawn_points
from streamgauge.runs.reading import Run

_PAGE_BYTES = 1_400_000
_POINT_BYTES, _ENGINE_BYTES, _TRIAL_BYTES = 60_000, 28_000, 5_000  # of axes and words; of its time axis; of its distribution
_CELL_BYTES = 34


@dataclass(slots=True)
class HeatBudget:
    """The bytes that are left."""

    left: int

    @classmethod
    def beside(cls, runs: Sequence[Run]) -> "HeatBudget":
        """What the other parts of a page of these runs leave."""
        points = [point for run in runs for point in drawn_points(run)[0]]
        taken = [_POINT_BYTES + _ENGINE_BYTES * len(each.entries) + _TRIAL_BYTES * len(each.trials) for each in points]
        return cls(_PAGE_BYTES - sum(taken))

    def within(self, timeline: Timeline) -> Timeline:
        """The same while there is enough left, then one whose latencies are lines."""
        cost = _CELL_BYTES * sum(len(track.heat) for track in timeline.tracks)
        if cost > self.left:
            return replace(timeline, tracks=[replace(track, heat=()) for track in timeline.tracks])
        self.left -= cost
        return timeline
