"""Latency samples, summarised without losing the tail."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QUANTILES = {"p50": 0.5, "p75": 0.75, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p99.9": 0.999, "p99.99": 0.9999}

SAMPLES_BEHIND = 10
RESOLUTION_MS = 1.0  # of Kafka's stamps, between two of which every latency lies


@dataclass(frozen=True, slots=True)
class LatencySummary:
    """Exact quantiles of raw samples: each is a value that was measured (nearest rank).

    A quantile above the median is told only if at least ten samples lie behind its rank, for a tail of fewer is chance:
    p99 takes 1,000 samples, p99.99 takes 100,000. The others are left out.
    """

    samples: int
    quantiles_ms: Mapping[str, float]
    mean_ms: float
    min_ms: float
    max_ms: float

    def to_data(self) -> dict[str, float]:
        return {**self.quantiles_ms, "max": self.max_ms, "mean": self.mean_ms, "min": self.min_ms}


def rank(share: float, samples: int) -> int:
    """The rank, from 1, of the smallest sample that at least this share of all samples do not exceed.

    >>> rank(0.99, 1000)
    990
    """
    return max(1, ceil(Fraction(str(share)) * samples))  # a binary fraction would push whole ranks up by one


def told_ranks(samples: int) -> dict[str, int]:
    """The rank of each quantile that so many samples can bear."""
    ranks = {name: rank(share, samples) for name, share in QUANTILES.items()}
    return {name: each for name, each in ranks.items() if name == "p50" or samples - each >= SAMPLES_BEHIND}


def summarise(latency_ms: "NDArray[np.int64]") -> LatencySummary | None:
    """The summary of the samples; None if there are none."""
    import numpy as np

    if len(latency_ms) == 0:
        return None
    ranks = told_ranks(len(latency_ms))
    places = np.array(list(ranks.values())) - 1
    values = np.partition(latency_ms, places)[places]
    return LatencySummary(
        samples=len(latency_ms),
        quantiles_ms=dict(zip(ranks, map(float, values), strict=True)),
        mean_ms=round(float(latency_ms.mean()), 3),
        min_ms=float(latency_ms.min()),
        max_ms=float(latency_ms.max()),
    )
