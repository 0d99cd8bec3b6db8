"""Latency samples, summarised without losing the tail."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QUANTILES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p99.9": 0.999}


@dataclass(frozen=True, slots=True)
class LatencySummary:
    """Exact quantiles of raw samples: each is a value that was measured (nearest rank)."""

    samples: int
    quantiles_ms: Mapping[str, float]
    mean_ms: float
    max_ms: float

    def to_data(self) -> dict[str, float]:
        return {**self.quantiles_ms, "max": self.max_ms, "mean": self.mean_ms}


def summarise(latency_ms: "NDArray[np.int64]") -> LatencySummary | None:
    """The summary of the samples; None if there are none."""
    import numpy as np

    if len(latency_ms) == 0:
        return None
    values = np.quantile(latency_ms, list(QUANTILES.values()), method="inverted_cdf")
    return LatencySummary(
        samples=len(latency_ms),
        quantiles_ms=dict(zip(QUANTILES, map(float, values), strict=True)),
        mean_ms=round(float(latency_ms.mean()), 3),
        max_ms=float(latency_ms.max()),
    )
