"""How the times of a trial are distributed: from its raw samples, or from the quantiles in the result where these are gone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

from streamgauge.measure.latency import QUANTILES, SAMPLES_BEHIND

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PER_DECADE = 24
_SHARES = (0.001, 0.002, 0.005, *(percent / 100 for percent in range(1, 100)), 0.995, 0.999, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Times of one trial, in order; or only the quantiles that the result tells, by share."""

    name: str
    label: str
    ordered_ms: "NDArray[np.generic] | None" = None
    told: Mapping[float, float] | None = None

    def tail(self) -> Iterator[tuple[float, float]]:
        """Times by 1 / (1 - q), as far as ten samples lie behind a rank."""
        if self.ordered_ms is None:
            told = sorted((self.told or {}).items())
            yield from ((1 / (1 - share), time_ms) for share, time_ms in told if share < 1)
            return
        count = len(self.ordered_ms)
        step = 0
        while (odds := 10 ** (step / _PER_DECADE)) <= max(2, count / SAMPLES_BEHIND):
            yield odds, self._at(1 - 1 / odds)
            step += 1

    def shares(self) -> Iterator[tuple[float, float]]:
        """Times by the share that they are not shorter than."""
        if self.ordered_ms is None:
            yield from sorted((self.told or {}).items())
            return
        yield from ((share, self._at(share)) for share in _SHARES)

    def _at(self, share: float) -> float:
        """By nearest rank."""
        assert self.ordered_ms is not None  # noqa: S101
        return float(self.ordered_ms[max(0, ceil(share * len(self.ordered_ms)) - 1)])


def told_by(figure: Mapping[str, Any]) -> dict[float, float]:
    """The quantiles of a figure such as latency_ms, by share."""
    quantiles = {share: figure[name] for name, share in QUANTILES.items() if figure.get(name) is not None}
    return quantiles | ({1.0: figure["max"]} if figure.get("max") is not None else {})


def of_shares(name: str, label: str, times_ms: Sequence[float]) -> Distribution:
    """From the times that 1/n, 2/n ... of all do not exceed."""
    return Distribution(name, label, told={number / len(times_ms): each for number, each in enumerate(times_ms, start=1)})
