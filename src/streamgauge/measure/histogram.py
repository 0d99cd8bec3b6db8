"""A log-linear histogram of latencies: small, quick to fill, and adding two is exact.

Each power of two of microseconds is cut into 128 buckets of equal width. A bucket answers with its middle, so a quantile
is off by at most `RELATIVE_ERROR` of itself. What lies below a microsecond counts as 0, what lies above 2^44
microseconds (200 days) counts as that; the least and the greatest value are kept exactly. Summaries come from the raw
samples; this is for what is seen while it runs, and for joining what was measured apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from streamgauge.measure.latency import LatencySummary, rank, told_ranks

_CUT_BITS = 7
RELATIVE_ERROR = 2.0 ** -(_CUT_BITS + 1)

_DROPPED_BITS = 52 - _CUT_BITS  # of the 52 that follow a float's exponent
_ONE = 1023 << _CUT_BITS  # the upper bits of 1.0
_BUCKETS = 44 << _CUT_BITS


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """How many latencies fell into each bucket; the first bucket holds what is below a microsecond."""

    counts: NDArray[np.int64]
    sum_ms: float = 0.0
    min_ms: float = np.inf
    max_ms: float = -np.inf

    @classmethod
    def of(cls, latency_ms: NDArray[np.float64] | NDArray[np.int64]) -> "Histogram":
        """The histogram of the samples.

        >>> Histogram.of(np.array([1, 2, 2, 3])).quantile_ms(0.5)
        2.004
        """
        if not len(latency_ms):
            return cls(np.zeros(_BUCKETS + 1, dtype=np.int64))
        counts = np.bincount(_buckets(latency_ms), minlength=_BUCKETS + 1)
        return cls(counts, float(latency_ms.sum()), float(latency_ms.min()), float(latency_ms.max()))

    @property
    def samples(self) -> int:
        return int(self.counts.sum())

    def __add__(self, other: "Histogram") -> "Histogram":
        return Histogram(
            self.counts + other.counts,
            self.sum_ms + other.sum_ms,
            min(self.min_ms, other.min_ms),
            max(self.max_ms, other.max_ms),
        )

    def quantile_ms(self, share: float) -> float:
        """The quantile by nearest rank, within `RELATIVE_ERROR`; there must be samples."""
        return self._at(rank(share, self.samples))

    def summary(self) -> LatencySummary | None:
        """What `summarise` gives for the samples, the quantiles within `RELATIVE_ERROR`."""
        if not (samples := self.samples):
            return None
        quantiles = {name: self._at(each) for name, each in told_ranks(samples).items()}
        return LatencySummary(samples, quantiles, round(self.sum_ms / samples, 3), self.min_ms, self.max_ms)

    def to_data(self) -> dict[str, Any]:
        """Plain data; only buckets that hold something."""
        filled = np.flatnonzero(self.counts)
        extremes = {"sum_ms": self.sum_ms, "min_ms": self.min_ms, "max_ms": self.max_ms} if len(filled) else {}
        return {"buckets": filled.tolist(), "counts": self.counts[filled].tolist(), **extremes}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Histogram":
        """What `to_data` gave, as a histogram again."""
        counts = np.zeros(_BUCKETS + 1, dtype=np.int64)
        counts[data["buckets"]] = data["counts"]
        return cls(counts, **{name: value for name, value in data.items() if name not in ("buckets", "counts")})

    def _at(self, wanted: int) -> float:
        bucket = int(np.searchsorted(np.cumsum(self.counts), wanted))
        return min(max(_middle_ms(bucket), self.min_ms), self.max_ms)


def _buckets(latency_ms: NDArray[Any]) -> NDArray[np.int64]:
    """The upper bits of a float are its exponent and the cut within it: the number of its bucket, but for an offset."""
    micros = latency_ms * 1000.0
    np.maximum(micros, 0.5, out=micros)  # below 1.0 all is one bucket, and negative floats have other bits
    numbers: NDArray[np.int64] = micros.view(np.int64)
    numbers >>= _DROPPED_BITS
    numbers -= _ONE - 1
    return np.clip(numbers, 0, _BUCKETS, out=numbers)


def _middle_ms(bucket: int) -> float:
    if bucket == 0:
        return 0.0
    power, cut = divmod(bucket - 1, 1 << _CUT_BITS)
    return float(2.0**power * (1 + (cut + 0.5) / (1 << _CUT_BITS)) / 1000)
