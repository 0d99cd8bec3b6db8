"""What resource samples say of a stretch of time: CPU seconds, busy cores, memory, and how much others disturbed."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from streamgauge.measure.resources import PERIOD_S, ResourceSample, RoleSample

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

    def over(self, from_ms: int, to_ms: int) -> "Usage":
        """What was used from one moment to another: between two samples everything is taken to grow evenly.

        What lies before the first sample or after the last is left out. Nothing is left of less than a sampling period.
        """
        if not self.samples:
            return self
        first, last = self._at(from_ms), self._at(to_ms)
        if last.elapsed_s - first.elapsed_s < PERIOD_S:
            return Usage([])
        return Usage([first, *(each for each in self.samples if first.at_ms < each.at_ms < last.at_ms), last])

    def _at(self, at_ms: int) -> ResourceSample:
        """The sample that would have been taken at a moment."""
        before = next((each for each in reversed(self.samples) if each.at_ms <= at_ms), self.samples[0])
        after = next((each for each in self.samples if each.at_ms >= at_ms), self.samples[-1])
        apart_ms = after.at_ms - before.at_ms
        return _between(before, after, (at_ms - before.at_ms) / apart_ms) if apart_ms > 0 else before

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


def _between(before: ResourceSample, after: ResourceSample, share: float) -> ResourceSample:
    """What lies between two samples, at that share of the way; a figure that only one of them tells is not told."""
    return ResourceSample(
        at_ms=round(_mix(before.at_ms, after.at_ms, share)),
        elapsed_s=_mix(before.elapsed_s, after.elapsed_s, share),
        roles={name: _role_between(before.roles.get(name, _ABSENT), role, share) for name, role in after.roles.items()},
        others_s=_mix(before.others_s, after.others_s, share),
        figures={name: _mix(told, after.figures[name], share) for name, told in before.figures.items() if name in after.figures},
    )


def _role_between(before: RoleSample, after: RoleSample, share: float) -> RoleSample:
    return RoleSample(
        _mix(before.user_s, after.user_s, share),
        _mix(before.system_s, after.system_s, share),
        round(_mix(before.rss_bytes, after.rss_bytes, share)),
        after.processes,
    )


def _mix(start: float, end: float, share: float) -> float:
    return start + (end - start) * share
