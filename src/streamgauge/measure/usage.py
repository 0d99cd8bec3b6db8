"""What resource samples say of a stretch of time: CPU seconds, busy cores, memory, and how much others disturbed."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from streamgauge.measure.resources import ResourceSample, RoleSample

_ABSENT = RoleSample(0.0, 0.0, 0, 0)


@dataclass(frozen=True, slots=True)
class RoleUse:
    """What a role used: CPU seconds, the cores that it kept busy in the mean, and its memory."""

    cpu_s: float
    cores: float
    rss_mean_bytes: float
    rss_max_bytes: int

    def utilisation(self, cores_of_machine: float) -> float:
        """The share of the machine's CPU time."""
        return self.cores / cores_of_machine

    def to_data(self) -> dict[str, float]:
        return asdict(self)


class Usage:
    """The samples of a stretch of time; a role that was not watched yet used nothing."""

    def __init__(self, samples: Sequence[ResourceSample]) -> None:
        self.samples = tuple(samples)

    def between(self, from_ms: int, to_ms: int) -> "Usage":
        """The samples taken from one moment to another, by wall clock."""
        return Usage([each for each in self.samples if from_ms <= each.at_ms <= to_ms])

    @property
    def roles(self) -> list[str]:
        return list(dict.fromkeys(name for each in self.samples for name in each.roles))

    def of(self, role: str) -> RoleUse | None:
        """The use of a role; None if less than two samples leave no time between them."""
        if len(self.samples) < 2:  # noqa: PLR2004
            return None
        cpu_s, rss = self._cpu_s(role), self.rss_bytes(role)
        used_s = float(cpu_s[-1] - cpu_s[0])
        return RoleUse(used_s, used_s / float(self._elapsed_s().sum()), float(rss.mean()), int(rss.max()))

    def busy_cores(self, role: str) -> NDArray[np.float64]:
        """The cores that a role kept busy between each sample and the next."""
        busy: NDArray[np.float64] = np.diff(self._cpu_s(role)) / self._elapsed_s()
        return busy

    def rss_bytes(self, role: str) -> NDArray[np.int64]:
        """The memory of a role at each sample."""
        return np.array([each.roles.get(role, _ABSENT).rss_bytes for each in self.samples], dtype=np.int64)

    def others_cores(self) -> float | None:
        """The cores that others kept busy in the mean; None if no time passed."""
        if len(self.samples) < 2:  # noqa: PLR2004
            return None
        used_s = self.samples[-1].others_s - self.samples[0].others_s
        return max(0.0, used_s) / float(self._elapsed_s().sum())

    def grown(self, figure: str) -> float | None:
        """By how much a figure that only grows has grown; None if it was not told."""
        told = [each.figures[figure] for each in self.samples if figure in each.figures]
        return told[-1] - told[0] if told else None

    def to_data(self) -> dict[str, list[Any]]:
        """Plain columns, one value a sample; None for a figure that was not told."""
        figures = dict.fromkeys(name for each in self.samples for name in each.figures)
        readings = {role: [each.roles.get(role, _ABSENT) for each in self.samples] for role in self.roles}
        return {
            "at_ms": [each.at_ms for each in self.samples],
            "others_cpu_s": [each.others_s for each in self.samples],
            **{f"{role}_cpu_s": [each.user_s + each.system_s for each in column] for role, column in readings.items()},
            **{f"{role}_rss_bytes": [each.rss_bytes for each in column] for role, column in readings.items()},
            **{name: [each.figures.get(name) for each in self.samples] for name in figures},
        }

    def _cpu_s(self, role: str) -> NDArray[np.float64]:
        readings = [each.roles.get(role, _ABSENT) for each in self.samples]
        return np.array([each.user_s + each.system_s for each in readings])

    def _elapsed_s(self) -> NDArray[np.float64]:
        return np.diff([each.elapsed_s for each in self.samples])
