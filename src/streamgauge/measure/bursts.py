"""What bursts did to latency and backlog, from a run second by second.

A second belongs to a burst if its nominal rate is above twice the lowest of the run. What is normal is taken from the calm
before the first burst, after the warm-up: the median of the per-second median latencies, and the highest backlog.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from streamgauge.measure.series import Series

TIMES_CALM = 2.0


@dataclass(frozen=True, slots=True)
class Burst:
    """The seconds of a burst, the last not included."""

    from_s: int
    to_s: int


def bursts_in(rates: Sequence[float]) -> list[Burst]:
    """The bursts among nominal rates, one a second; none before a first calm second.

    >>> bursts_in([10, 10, 50, 50, 10])
    [Burst(from_s=2, to_s=4)]
    """
    above = np.array([0, *(np.array(rates) > TIMES_CALM * min(rates, default=0)), 0], dtype=np.int64)
    steps = np.diff(above)
    starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    return [Burst(int(start), int(end)) for start, end in zip(starts, ends, strict=True) if start > 0]


def burst_figures(series: Series, bursts: Sequence[Burst], *, warmup_s: int, sent_s: int) -> dict[str, Any]:
    """Figures of the whole run, and of each burst until the next; latencies of what was due until the end of sending.

    Where no latency of the calm is known, there is none to compare with: None.
    """
    median_ms, end_s = _filled(series.latency_ms["p50"][:sent_s]), len(series)
    calm = slice(warmup_s, bursts[0].from_s)
    calm_ms, calm_backlog = _told(np.median, median_ms[calm]), float(series.backlog[calm].max(initial=0))
    excess_ms = np.maximum(0, median_ms - (np.nan if calm_ms is None else calm_ms))
    ends = [*(each.from_s for each in bursts[1:]), end_s]
    catch_ups = [
        _catch_up_s(series.least_backlog[burst.to_s : until], calm_backlog) for burst, until in zip(bursts, ends, strict=True)
    ]
    return {
        "calm_ms": calm_ms,
        "time_averaged_ms": _told(np.mean, median_ms[warmup_s:]),
        "overshoot_ms": _told(np.max, excess_ms[warmup_s:]),
        "excess_ms_s": _told(np.sum, excess_ms[warmup_s:]),
        "calm_backlog": round(calm_backlog, 1),
        "highest_backlog": round(float(series.backlog[warmup_s:].max(initial=0)), 1),
        "catch_up_s": None if None in catch_ups else max(filter(None, catch_ups), default=0),
        "bursts": [
            {
                "from_s": burst.from_s,
                "to_s": burst.to_s,
                "offered_per_second": round(float(series.offered[burst.from_s : burst.to_s].mean()), 1),
                "achieved_per_second": round(float(series.achieved[burst.from_s : burst.to_s].mean()), 1),
                "overshoot_ms": _told(np.max, excess_ms[burst.from_s : until]),
                "excess_ms_s": _told(np.sum, excess_ms[burst.from_s : until]),
                "highest_backlog": round(float(series.backlog[burst.from_s : until].max(initial=0)), 1),
                "catch_up_s": catch_up_s,
            }
            for burst, until, catch_up_s in zip(bursts, ends, catch_ups, strict=True)
        ],
    }


def _catch_up_s(least_backlog: NDArray[np.int64], calm_backlog: float) -> int | None:
    """Seconds from the end of a burst to the first in which no more was waiting than in the calm; None if that never came."""
    caught_up = np.flatnonzero(least_backlog <= calm_backlog)
    return int(caught_up[0]) if len(caught_up) else None


def _filled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """A second in which nothing was due has no latency of its own: the last one known holds. Before the first there is none."""
    known = np.where(np.isnan(values), 0, np.arange(len(values)))
    filled: NDArray[np.float64] = values[np.maximum.accumulate(known)]
    return filled


def _told(figure: Callable[[NDArray[np.float64]], Any], values: NDArray[np.float64]) -> float | None:
    """A figure of the values that are known; None if there are none."""
    known = values[~np.isnan(values)]
    return round(float(figure(known)), 1) if len(known) else None
