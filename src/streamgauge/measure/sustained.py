"""Whether an engine held a rate: a test on the seconds after the warm-up.

Both the backlog and the latency are asked by how much the engine falls behind, as a share of the offered rate: the growth
of the backlog in records per second over the records offered per second, and the growth of the median latency in seconds
per second. The two are the same where one output stands for one input.

The seconds are cut into five blocks of equal length. Of each the least value counts: what an engine that works in batches
is left with after a batch, so that its saw-tooth is no noise as long as a batch is shorter than a block. The growth is
the mean step from one block to the next, between one-sided 95 % bounds by Student's t with three degrees of freedom. Steps,
because near its limit an engine's backlog is a random walk, whose steps are independent; around a steady level they are not,
and the bounds are then too wide, never too narrow.

A rate is *not* held if either growth is above zero by this test, its lower bound above 0, and above half a percent: what
is smaller makes no difference within a run. Else it is held, less what the test could not see: the engine was certainly
good for the rate less the upper bound of the backlog's growth. If that is more than a tenth, the probe is inconclusive.
"""

from dataclasses import asdict, dataclass
from enum import Enum
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from streamgauge.measure.series import Series

BLOCKS = 5
LEAST_SECONDS = 2 * BLOCKS
LEAST_GROWTH = 0.005
MOST_UNSEEN = 0.1
_T = 2.353  # 95 % of Student's t with BLOCKS - 2 degrees of freedom


class Holds(Enum):
    """What a probe of a rate shows."""

    SUSTAINED = "sustained"
    NOT_SUSTAINED = "not sustained"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Growth:
    """By how much the engine fell behind, as a share of the offered rate, between one-sided 95 % bounds."""

    share: float
    low: float
    high: float

    @property
    def is_shown(self) -> bool:
        return self.low > 0 and self.share > LEAST_GROWTH


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a rate was held, with the figures that decided it; a reason where they decide nothing."""

    holds: Holds
    backlog_growth: Growth | None = None
    latency_growth: Growth | None = None
    reason: str = ""

    @classmethod
    def inconclusive(cls, reason: str) -> "Judgement":
        return cls(Holds.INCONCLUSIVE, reason=reason)

    def to_data(self) -> dict[str, Any]:
        growths = {"backlog_growth": self.backlog_growth, "latency_growth": self.latency_growth}
        return {
            "holds": self.holds.value,
            **{name: growth and asdict(growth) for name, growth in growths.items()},
            "reason": self.reason,
        }

    @property
    def share_held(self) -> float:
        """The share of the rate that the engine was certainly good for."""
        return 0.0 if self.backlog_growth is None else 1 - min(1.0, max(0.0, self.backlog_growth.high))


def judge(series: Series) -> Judgement:
    """Judge a rate by the seconds in which it was offered, without the warm-up and without what came after the end."""
    if len(series) < LEAST_SECONDS:
        return Judgement.inconclusive(f"{len(series)} seconds after the warm-up are too few: {LEAST_SECONDS} are needed")
    if not series.offered.any():
        return Judgement.inconclusive("nothing was offered")
    backlog = _growth(series.least_backlog / series.offered.mean())
    latency = _growth(series.latency_ms["p50"] / 1000)
    if any(each is not None and each.is_shown for each in (backlog, latency)):
        return Judgement(Holds.NOT_SUSTAINED, backlog, latency)
    if backlog is None or backlog.high > MOST_UNSEEN:
        return Judgement(Holds.INCONCLUSIVE, backlog, latency, "the backlog went up and down too much to tell; measure longer")
    return Judgement(Holds.SUSTAINED, backlog, latency)


def _growth(values: NDArray[np.float64]) -> Growth | None:
    """The growth each second; None if a block has no value. Seconds that fill no block are left out at the start."""
    length = len(values) // BLOCKS
    blocks = values[-length * BLOCKS :].reshape(BLOCKS, length)
    least = np.where(np.isnan(blocks), np.inf, blocks).min(axis=1)
    if np.isinf(least).any():
        return None
    steps = np.diff(least) / length
    share, error = float(steps.mean()), float(steps.std(ddof=1)) / sqrt(len(steps))
    return Growth(share, share - _T * error, share + _T * error)
