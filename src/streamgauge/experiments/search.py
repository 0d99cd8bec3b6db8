"""The search for the highest rate that an engine holds: double or halve until it lies between two rates, then close in.

Probes near the limit are noisy, so an end of the interval stands only when two probes of its rate agree and none
disagrees; a rate whose probes disagree lies within the interval. The last probes make the ends stand that there are by
then: an interval that is wider than asked for, but stands, tells more than a narrow one that does not.

The lower end is the highest rate held, less what the probes there could not see (`Judgement.share_held`). The upper end is
the lowest rate not held. Both move out by what equal trials are known to differ by, which no single probe can see. A rate
that is inconclusive twice, as when the generator is too slow for it, bounds the search but proves nothing; the upper end
is then looked for above it. Where the generator can offer no more there is none: the engine holds at least the lower end,
for which the generator was on time.

The first step away from the start is a small one, because the start is a guess at the limit. If that was not enough the guess
was bad, and all further ones are twice as long on a log scale.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import floor, inf, log10, sqrt
from typing import Any

from streamgauge.measure.sustained import Holds, Judgement

_TRIES = 2  # of a rate that stays inconclusive
_FINEST = 0.25  # of the width: rates closer than that are not told apart


@dataclass(frozen=True, slots=True)
class Probe:
    """A rate that was tried, and what that showed."""

    rate: int
    judgement: Judgement

    def to_data(self) -> dict[str, Any]:
        return {"rate": self.rate, **self.judgement.to_data()}


class Ending(Enum):
    """How a search ended."""

    FOUND = "both ends stand, as close together as asked for"
    AT_LEAST = "the lower end stands; above it the generator was late, so that there is no upper end"
    WIDE = "both ends stand, further apart than asked for: between them probes disagree or prove nothing, or they ran out"
    UNFINISHED = "the probes disagree, or were too few: an end does not stand"
    INCONCLUSIVE = "the engine's limit lies where probes are inconclusive"
    NOTHING_HELD = "no rate that was tried is held"


@dataclass(frozen=True, slots=True)
class RateInterval:
    """Between which rates the highest sustainable one lies; an end that was not found is None. Every probe is kept."""

    low: float | None
    high: float | None
    ending: Ending
    probes: tuple[Probe, ...]

    @property
    def middle(self) -> float | None:
        """The rate that is as many times the lower end as the upper end is of it."""
        return sqrt(self.low * self.high) if self.low and self.high else None

    @property
    def relative_width(self) -> float | None:
        return self.high / self.low - 1 if self.low and self.high else None

    def to_data(self) -> dict[str, Any]:
        return {
            "low": self.low,
            "high": self.high,
            "middle": self.middle,
            "relative_width": self.relative_width,
            "ending": self.ending.value,
            "probes": [each.to_data() for each in self.probes],
        }


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """How to search: from where, how fine, how sure."""

    start: int
    step: float = 2.0  # a good guess to start from allows a smaller one, and fewer probes
    width: float = 0.08  # of the interval of probed rates, as a share
    agreeing: int = 2  # probes that make an end stand
    most_probes: int = 24
    highest: int = 10_000_000  # no higher rate is tried
    noise_floor: float = 0.0  # by what share equal trials differ


def find_rate(probe: Callable[[int], Judgement], plan: SearchPlan) -> RateInterval:
    """Probe until both ends stand and are close enough, or nothing more can be learnt."""
    probes: list[Probe] = []
    rate: int | None = plan.start
    while rate is not None and len(probes) < plan.most_probes:
        probes.append(Probe(rate, probe(rate)))
        rate = _Picture(plan, probes).next_rate()
    return interval_of(probes, plan)


def interval_of(probes: Sequence[Probe], plan: SearchPlan) -> RateInterval:
    """What probes show, also those of a search that was interrupted."""
    return _Picture(plan, probes).interval()


class _Picture:
    """What the probes so far show."""

    def __init__(self, plan: SearchPlan, probes: Sequence[Probe]) -> None:
        self._plan = plan
        self._probes = tuple(probes)
        self._votes: dict[int, list[Judgement]] = {each.rate: [] for each in probes}
        for each in probes:
            if each.judgement.holds is not Holds.INCONCLUSIVE:
                self._votes[each.rate].append(each.judgement)
        lost = self._rates_with({Holds.NOT_SUSTAINED})
        self.high = min(lost, default=None)
        self.low = max((rate for rate in self._rates_with({Holds.SUSTAINED}) if rate < min(lost, default=inf)), default=None)
        blocked = [rate for rate in self._rates_with(set()) if rate > (self.low or 0)]
        self.top = min([*lost, *blocked], default=None)  # no rate above it is worth a probe

    def next_rate(self) -> int | None:
        """The rate to probe next; None when the search is over."""
        if self._needs_what_is_left:
            return self._unsure[0]
        last = self._probes[-1].rate
        if not self._votes[last] and [each.rate for each in self._probes].count(last) < _TRIES:
            return last
        if self.top is None:
            higher = min(_tidy(max(self._votes) * self._step), self._plan.highest)
            return higher if higher > max(self._votes) else None
        if self.low is None:
            lower = _tidy(min(self._votes) / self._step)
            return lower if lower < min(self._votes) else None
        if not self._is_narrow and (rate := self._inside(self.low, self.top)) is not None:
            return rate
        return self._unsure[0] if self._unsure else self._beyond_noise()

    @property
    def _unsure(self) -> list[int]:
        """The ends that do not stand yet."""
        return [rate for rate in (self.low, self.high) if rate is not None and not self._stands(rate)]

    @property
    def _needs_what_is_left(self) -> bool:
        """Are there two ends, and no more probes than they need to stand?"""
        left = self._plan.most_probes - len(self._probes)
        return bool(self._unsure) and self.low is not None and self.high is not None and left <= len(self._unsure)

    def interval(self) -> RateInterval:
        low = None if self.low is None else self.low * min(each.share_held for each in self._votes[self.low])
        beyond = 1 + self._plan.noise_floor
        return RateInterval(low and low / beyond, self.high and self.high * beyond, self._ending, self._probes)

    @property
    def _ending(self) -> Ending:
        if self.low is None:
            return Ending.INCONCLUSIVE if self.high is None else Ending.NOTHING_HELD
        if self._unsure:
            return Ending.UNFINISHED
        if self.high is not None:
            return Ending.FOUND if self.high <= self.low * (1 + self._plan.width) else Ending.WIDE
        return Ending.AT_LEAST if self._lacks_offers else Ending.INCONCLUSIVE

    @property
    def _lacks_offers(self) -> bool:
        """Was a rate undecided because it was not offered as it should be, and not because the engine was unsteady?"""
        undecided = [each for each in self._probes if each.judgement.holds is Holds.INCONCLUSIVE]
        return any(each.judgement.backlog_growth is None for each in undecided)

    @property
    def _step(self) -> float:
        """By how many times the next rate outside of those that were tried differs from them."""
        return self._plan.step if len(self._votes) == 1 else self._plan.step**2

    @property
    def _is_narrow(self) -> bool:
        return self.low is not None and self.top is not None and self.top <= self.low * (1 + self._plan.width)

    def _inside(self, low: int, top: int) -> int | None:
        """The middle of the widest gap that rates whose probes disagree leave; None where all gaps are narrow."""
        rates = sorted({low, top, *(rate for rate in self._votes if low < rate < top)})
        below, above = max(pairwise(rates), key=lambda gap: gap[1] / gap[0])
        middle = _tidy(sqrt(below * above))
        return middle if above / below > 1 + _FINEST * self._plan.width and below < middle < above else None

    def _beyond_noise(self) -> int | None:
        """A rate above those where the engine was too unsteady to tell: there it may clearly be too much. None where the upper
        end is known, or where the generator was too slow, which it would be there all the more."""
        if self.high is not None or self._lacks_offers:
            return None
        higher = min(_tidy(max(self._votes) * self._plan.step), self._plan.highest)
        return higher if higher > max(self._votes) else None

    def _stands(self, rate: int) -> bool:
        return len(self._votes[rate]) >= self._plan.agreeing

    def _rates_with(self, verdicts: set[Holds]) -> list[int]:
        """The rates whose conclusive probes all say this, or that have none."""
        return [rate for rate, votes in self._votes.items() if {each.holds for each in votes} == verdicts]


def _tidy(rate: float) -> int:
    """Three digits are enough to tell rates apart.

    >>> _tidy(41_283.7)
    41300
    """
    unit = int(10 ** max(0, floor(log10(rate)) - 2))
    return max(1, round(rate / unit) * unit)
