"""When parts switch. `decide` is a function of values: the same observation, model and memory give the same decision.

*Up*, to the operation stream: L > L_up has held for longer than a batch boundary of the data stream stalls, the operation
stream is faster (K is not near 1), and the data stream would not have worked the queue off before a switch there and back
is done. The parts that switch are the range that the burst affects.

*Down*, to the data stream: L < L_down, V < (1 - delta) * PD has held as long, and what a stop in the middle of a batch gives
back would be worked off within seconds, or within as long as it has been calm. Neighbours that are in the operation stream go
back together.

In between, a part rests for a cool-down after each switch, and a minute has a bound on switches. One below the bound is kept
for the way up: waiting in the operation stream costs latency, waiting in the data stream during a burst costs much more.
"""

from streamgauge.engines.dual.decision import Cause, Decision
from streamgauge.engines.dual.memory import Memory
from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.observation import Observation, Paradigm
from streamgauge.engines.dual.policy import Policy
from streamgauge.engines.dual.ranges import switch_range
from streamgauge.engines.dual.situation import Situation


def decide(observation: Observation, model: Model, memory: Memory, policy: Policy | None = None) -> tuple[Decision, Memory]:
    """What switches now, and what to remember for the next time."""
    policy = policy or Policy()
    now_s, memory = observation.time_s, memory.seen(observation, model)
    known = zip(observation.parts, model.parts, memory.parts, strict=True)
    parts = [Situation(number, now_s, *each, policy) for number, each in enumerate(known, start=1)]

    left = policy.switches_per_minute - len(memory.switches_s)
    cause, part, numbers, to = _up(parts, model, left) or _down(parts, left) or _stay(parts)
    decision = Decision(now_s, cause, part.number, tuple(each.figures for each in parts), to, numbers)
    return decision, memory.switched(now_s, numbers, to) if to is not None else memory


_Outcome = tuple[Cause, Situation, tuple[int, ...], Paradigm | None]


def _up(parts: list[Situation], model: Model, switches_left: int) -> _Outcome | None:
    """A switch of the range behind the first part under burst; None if there is no burst."""
    first = next((part for part in parts if part.may_rise and part.why_not_up() is None), None)
    if first is None:
        return None
    if switches_left < 1:
        return Cause.TOO_MANY, first, (), None
    affected = switch_range(first.number, model.magnifications)
    numbers = tuple(part.number for part in parts if part.number in affected and part.may_rise and not part.is_cooling)
    is_amplified = first.number > 1 and model.magnifications[first.number - 1] > 1 + first.model.delta.value
    cause = Cause.BURST_INSIDE if is_amplified else Cause.BURST_AT_SOURCE
    return cause, first, numbers, Paradigm.OPERATION


def _down(parts: list[Situation], switches_left: int) -> _Outcome | None:
    """A switch of the first range whose burst is over; None if there is none."""
    calm = [each for each in _raised_ranges(parts) if all(part.is_calm for part in each)]
    if not calm:
        return None
    rested = next((each for each in calm if not any(part.is_cooling for part in each)), None)
    if rested is None:
        return Cause.COOLING, calm[0][0], (), None
    if switches_left <= 1:
        return Cause.TOO_MANY, rested[0], (), None
    return Cause.BURST_OVER, rested[0], tuple(part.number for part in rested), Paradigm.DATA


def _stay(parts: list[Situation]) -> _Outcome:
    """No switch, because of the part that came closest to one."""
    causes = list(Cause)
    reasons = [(Cause.BUSY if part.is_raised else part.why_not_up() or Cause.SHORT, part) for part in parts]
    cause, part = max(reasons, key=lambda reason: causes.index(reason[0]))
    return cause, part, (), None


def _raised_ranges(parts: list[Situation]) -> list[list[Situation]]:
    """The stretches of neighbours that were switched up; parts that never switch do not separate them."""
    ranges: list[list[Situation]] = [[]]
    for part in parts:
        if part.is_raised:
            ranges[-1].append(part)
        elif not part.model.is_fixed:
            ranges.append([])
    return [each for each in ranges if each]
