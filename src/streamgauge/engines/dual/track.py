"""One part over time: the last observations, oldest first."""

from collections.abc import Sequence
from typing import TypeAlias

from streamgauge.engines.dual.observation import PartObservation

Track: TypeAlias = Sequence[tuple[float, PartObservation]]  # each with its time in seconds


def length_s(track: Track) -> float:
    return track[-1][0] - track[0][0]


def last(track: Track, seconds: float) -> Track:
    """The end of the track that is at least so long, or all of it."""
    start = len(track) - 1
    while start and track[-1][0] - track[start][0] < seconds - 1e-6:
        start -= 1
    return track[start:]


def steady(track: Track) -> Track:
    """The end of the track during which the part ran as it does now; nothing while it is new or being switched."""
    paradigm, start = track[-1][1].paradigm, len(track)
    while start and track[start - 1][1].paradigm is paradigm and not track[start - 1][1].is_settling:
        start -= 1
    return track[start:]


def processing_rate(track: Track) -> float:
    """Records per second that were taken in."""
    return (track[-1][1].processed - track[0][1].processed) / length_s(track)


def arrival_rate(track: Track) -> float:
    return (track[-1][1].arrived - track[0][1].arrived) / length_s(track)
