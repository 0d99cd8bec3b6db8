"""Decisions: each rule alone, then all of them under anything that could be observed."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.engines.dual.decide import decide
from streamgauge.engines.dual.decision import Cause, Decision
from streamgauge.engines.dual.memory import PATIENCE_S, Memory
from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.observation import Observation, Paradigm, PartObservation
from streamgauge.engines.dual.part_model import Basis, Estimate, PartModel
from streamgauge.engines.dual.policy import Policy
from streamgauge.engines.dual.ranges import switch_range
from streamgauge.errors import RequestError

from .observed import at, part

DATA, OPERATION = Paradigm.DATA, Paradigm.OPERATION
WORDCOUNT = PartModel().given({"PD": 10_000, "PO": 200_000, "T": 0.6, "t_schedule": 0.4, "V(calm)": 2_000})
BURST = WORDCOUNT.given({"V": 60_000})
CALM = WORDCOUNT.given({"V": 2_000})
LONG = round(BURST.up_length) + 100_000


def decisions(model: Model, *observations: Observation, policy: Policy | None = None) -> list[Decision]:
    """One after the other, with what is remembered from each to the next."""
    memory, made = Memory.of(len(model.parts)), []
    for observation in observations:
        decision, memory = decide(observation, model, memory, policy)
        made.append(decision)
    return made


def causes(model: PartModel, *observations: Observation) -> list[Cause]:
    return [decision.cause for decision in decisions(Model((model,)), *observations)]


def test_a_queue_that_stays_long_makes_a_part_switch() -> None:
    made = decisions(Model((BURST,)), *(at(t / 4, part(LONG)) for t in range(10)))
    assert [each.cause for each in made[:9]] == [Cause.WAITING] * 9
    assert (made[9].cause, made[9].to, made[9].parts) == (Cause.BURST_AT_SOURCE, OPERATION, (1,))


def outrun(seconds: float, *, queue: int, grown: int, arrived: int = 1_000_000) -> Observation:
    """A part that takes in 1,500 records between two looks, at the end of some seconds in which its queue has grown."""
    return at(seconds, part(queue + round(grown * seconds), arrived=arrived + round((6_000 + grown) * seconds)))


def test_a_queue_that_grows_behind_a_part_that_moves_is_a_burst_at_once() -> None:
    """A batch boundary stands still: there is nothing to wait for."""
    first = round(BURST.up_length)
    made = decisions(Model((BURST,)), *(outrun(t / 4, queue=first, grown=50_000) for t in range(5)))
    assert [each.cause for each in made] == [Cause.SHORT, Cause.WAITING, Cause.WAITING, Cause.WAITING, Cause.BURST_AT_SOURCE]


def test_a_part_shows_what_it_can_do_before_it_leaves_the_data_stream() -> None:
    """Nothing else could tell when the way back is open; but it is not waited for without end."""
    looks = [at(t / 4, part(LONG)) for t in range(22)]
    unknown = PartModel().given({"V": 60_000})
    assert causes(unknown, *looks) == [Cause.WAITING] * 9 + [Cause.UNKNOWN] * 12 + [Cause.BURST_AT_SOURCE]
    assert causes(unknown.at_least(data_rate=10_000), *looks)[9] is Cause.UNKNOWN
    assert causes(unknown.calibrated(data_rate=10_000), *looks)[9] is Cause.BURST_AT_SOURCE


def test_a_queue_that_shrinks_behind_a_part_that_moves_is_waited_for() -> None:
    """What a batch boundary has left behind."""
    made = decisions(Model((BURST,)), *(outrun(t / 4, queue=LONG, grown=-2_000) for t in range(8)))
    assert {each.cause for each in made} == {Cause.WAITING}


def test_a_queue_that_is_short_in_between_begins_anew() -> None:
    queues = [LONG] * 8 + [0] + [LONG] * 8
    assert Cause.BURST_AT_SOURCE not in causes(BURST, *(at(t / 4, part(queue)) for t, queue in enumerate(queues)))


def test_a_queue_between_down_and_up_changes_nothing() -> None:
    between = part(round(WORDCOUNT.switch_length))
    assert causes(CALM, at(0, between), at(60, between)) == [Cause.SHORT] * 2
    raised = part(round(WORDCOUNT.switch_length), paradigm=OPERATION)
    assert causes(CALM, at(0, raised), at(60, raised)) == [Cause.BUSY] * 2


def test_a_queue_that_is_soon_worked_off_is_left_alone() -> None:
    """A boundary of 1.5 s at 70 % load: 10,500 wait, and 3,000 a second more are processed than arrive."""
    loaded = WORDCOUNT.given({"V": 7_000})
    assert causes(loaded, at(0, part(10_500)), at(2.25, part(10_500))) == [Cause.WAITING, Cause.DRAINING]


def test_a_backlog_without_any_load_is_a_burst_too() -> None:
    """After a restart: nothing arrives, but the data stream would need a minute and a half."""
    assert causes(WORDCOUNT, at(0, part(900_000)), at(2.25, part(900_000)))[-1] is Cause.BURST_AT_SOURCE


def test_near_equal_capacities_stay_and_say_so() -> None:
    even = BURST.given({"PO": 11_000})
    made = decisions(Model((even,)), at(0, part(LONG)), at(2.25, part(LONG)))
    assert made[-1].cause is Cause.NO_GAIN
    assert "K is near 1" in str(made[-1])


def test_what_was_learnt_of_the_operation_stream_is_tried_again_when_a_part_is_behind_for_long() -> None:
    """Only the operation stream can correct a PO that was learnt while the machine was slow; one that was given is believed."""
    learnt = replace(BURST, operation_rate=Estimate(11_000.0, Basis.CALIBRATED), capacity_ratio=Estimate(0.2))
    waits = (0, 10, PATIENCE_S, PATIENCE_S + 1)
    assert causes(learnt, *(at(t, part(LONG)) for t in waits))[1:] == [Cause.NO_GAIN, Cause.NO_GAIN, Cause.BURST_AT_SOURCE]
    even = BURST.given({"PO": 11_000})
    assert causes(even, *(at(t, part(LONG)) for t in (*waits, 10 * PATIENCE_S)))[-1] is Cause.NO_GAIN


def test_a_try_in_vain_doubles_the_patience() -> None:
    learnt = replace(BURST, operation_rate=Estimate(11_000.0, Basis.CALIBRATED), capacity_ratio=Estimate(0.2))
    memory = Memory.of(1)
    for time_s in (0, PATIENCE_S + 1):
        decision, memory = decide(at(time_s, part(LONG)), Model((learnt,)), memory)
    assert decision.to is OPERATION
    assert memory.parts[0].patience_s == 2 * PATIENCE_S


def test_when_the_burst_is_over_the_part_goes_back() -> None:
    raised = part(100, paradigm=OPERATION)
    made = decisions(Model((CALM,)), *(at(t, raised) for t in range(3)))
    assert [each.cause for each in made] == [Cause.BUSY, Cause.BUSY, Cause.BURST_OVER]
    assert (made[-1].to, made[-1].parts) == (DATA, (1,))


def test_a_short_queue_alone_is_not_the_end_of_a_burst() -> None:
    """The operation stream keeps up with what the data stream could not."""
    raised = part(100, paradigm=OPERATION)
    assert causes(WORDCOUNT.given({"V": 8_100}), at(0, raised), at(60, raised))[-1] is Cause.BUSY
    assert causes(WORDCOUNT.given({"V": 7_900}), at(0, raised), at(60, raised))[-1] is Cause.BURST_OVER


def test_after_a_long_time_in_the_operation_stream_no_margin_is_asked_for() -> None:
    """What is known of the data stream may have been learnt while it was cold, and only the data stream corrects it."""
    burst, raised = part(LONG), part(100, paradigm=OPERATION)
    looks = [at(0, burst), at(2.25, burst), *(at(second, raised) for second in (100, 181, 190, 200))]
    assert causes(WORDCOUNT.given({"V": 8_100}), *looks)[1:] == [Cause.BURST_AT_SOURCE] + [Cause.BUSY] * 3 + [Cause.BURST_OVER]
    assert causes(WORDCOUNT.given({"V": 10_100}), *looks)[1:] == [Cause.BURST_AT_SOURCE] + [Cause.BUSY] * 4


def test_a_capacity_that_was_learnt_too_low_does_not_keep_a_part_in_the_operation_stream_for_ever() -> None:
    """A try in vain makes the next one wait twice as long; far from idle, or with a PD that was given, there is none."""
    learnt = PartModel().calibrated(data_rate=800, operation_rate=50_000)
    burst, raised = part(LONG), part(100, paradigm=OPERATION)
    first = [at(0, burst), at(2.25, burst), *(at(second, raised) for second in (100, 181, 190, 200))]
    again = [at(210, burst), at(213, burst), *(at(second, raised) for second in (220, 500, 600, 610))]
    up, stay, back = Cause.BURST_AT_SOURCE, Cause.BUSY, Cause.BURST_OVER
    made = causes(learnt.given({"V": 2_000}), *first, *again)
    assert made[1:] == [up, stay, stay, stay, back, Cause.WAITING, up, stay, stay, stay, back]
    assert causes(learnt.given({"V": 30_000}), *first)[1:] == [up, stay, stay, stay, stay]
    assert causes(learnt.given({"V": 2_000, "PD": 800}), *first)[1:] == [up, stay, stay, stay, stay]


def test_a_long_batch_is_not_stopped_halfway() -> None:
    """All is read, but the batch has not been committed: stopped now, it would begin again in the data stream."""
    under_way = part(100, paradigm=OPERATION, uncommitted=2_000_000)
    assert causes(CALM, at(0, under_way), at(60, under_way))[-1] is Cause.BUSY


def test_the_way_back_waits_for_a_short_batch() -> None:
    """Stopped now, the data stream would need 7 s to recover from what is left of the burst, however long it has been calm."""
    under_way = part(100, paradigm=OPERATION, uncommitted=53_000)
    short = part(100, paradigm=OPERATION, uncommitted=20_000)
    made = causes(CALM, at(0, under_way), at(3, under_way), at(30, under_way), at(31, short))
    assert made[1:] == [Cause.BUSY, Cause.BUSY, Cause.BURST_OVER]


def test_the_way_back_does_not_wait_for_batches_that_are_shorter_than_usual() -> None:
    """With a load near its capacity the data stream takes 7 s to recover from any batch."""
    usual = part(100, paradigm=OPERATION, uncommitted=10_000)
    near = WORDCOUNT.given({"V": 7_000})
    assert causes(near, at(0, usual), at(5, usual), at(8, usual))[1:] == [Cause.BUSY, Cause.BURST_OVER]


def test_a_part_rests_after_a_switch() -> None:
    up = [at(0, part(LONG)), at(2.25, part(LONG))]
    rest = [at(2.25 + t, part(0, paradigm=OPERATION)) for t in (3, 6, 9.75, 10)]
    made = decisions(Model((CALM.given({"V": 0}),)), *up, *rest)
    assert [each.cause for each in made[1:]] == [
        Cause.BURST_AT_SOURCE, Cause.BUSY, Cause.COOLING, Cause.COOLING, Cause.BURST_OVER,
    ]  # fmt: skip


def test_the_rest_begins_when_the_switch_is_done() -> None:
    switching = [at(t, part(0, paradigm=OPERATION, is_switching=True)) for t in (1, 2, 3)]
    after = [at(3 + t, part(0, paradigm=OPERATION)) for t in (5, 7.5, 9.75, 10.25)]
    made = causes(CALM, *switching, *after)
    assert made[-3:] == [Cause.COOLING, Cause.COOLING, Cause.BURST_OVER]


def test_a_part_that_was_new_need_not_rest() -> None:
    new = [at(t, replace(part(LONG), is_new=True)) for t in (0, 10, 20)]
    made = causes(BURST, *new, at(20.25, part(LONG)), at(22.5, part(LONG)))
    assert made[-2:] == [Cause.WAITING, Cause.BURST_AT_SOURCE]
    assert Cause.BURST_AT_SOURCE not in made[:-1]


def test_one_switch_of_a_minute_is_kept_for_the_way_up() -> None:
    memory = Memory.of(1)
    told: list[Paradigm] = []
    paradigm, policy = DATA, Policy(hold_s=0, cool_down_s=0, switches_per_minute=4)
    for tick in range(100):
        seen = at(tick / 4, part(LONG) if paradigm is DATA else part(0, paradigm=OPERATION))
        decision, memory = decide(seen, Model((CALM,)), memory, policy)
        if decision.to is not None:
            told.append(paradigm := decision.to)
    assert told == [OPERATION, DATA, OPERATION]
    assert decision.cause is Cause.TOO_MANY


FIGURE_7 = Model(tuple(BURST.given({"lambda": each}) for each in (8, 0.625, 1, 0.1, 1)))


def under_burst(*numbers: int, fixed: int = 0) -> tuple[PartObservation, ...]:
    return tuple(
        part(LONG if number in numbers else 0, paradigm=OPERATION if number == fixed else DATA) for number in range(1, 6)
    )


def test_figure_7_of_the_seed() -> None:
    made = decisions(FIGURE_7, at(0, *under_burst(2)), at(2.25, *under_burst(2)))[-1]
    assert (made.cause, made.part, made.parts, made.to) == (Cause.BURST_INSIDE, 2, (2, 3, 4), OPERATION)


def test_a_burst_at_the_source_goes_as_far_as_it_is_felt() -> None:
    made = decisions(FIGURE_7, at(0, *under_burst(1)), at(2.25, *under_burst(1)))[-1]
    assert (made.cause, made.parts) == (Cause.BURST_AT_SOURCE, (1, 2, 3, 4, 5))  # 30 * 0.5 is more than 1 to the end


def test_the_first_part_under_burst_decides() -> None:
    made = decisions(FIGURE_7, at(0, *under_burst(2, 5)), at(2.25, *under_burst(2, 5)))[-1]
    assert (made.part, made.parts) == (2, (2, 3, 4))


def test_a_part_that_never_switches_is_left_out() -> None:
    parts = tuple(PartModel(is_fixed=number == 3).given({"PD": 10_000, "V": 60_000, "lambda": 1}) for number in range(1, 6))
    long = tuple(part(LONG, paradigm=OPERATION) if n == 3 else part(LONG) for n in range(1, 6))
    made = decisions(Model(parts), at(0, *long), at(2.25, *long))[-1]
    assert made.parts == (1, 2, 4, 5)
    raised = tuple(part(0, paradigm=OPERATION) for _ in range(5))
    calm = Model(tuple(each.given({"V": 0}) for each in parts))
    assert decisions(calm, at(0, *raised), at(60, *raised))[-1].parts == (1, 2, 4, 5)


def test_neighbours_go_back_together_and_others_on_their_own() -> None:
    busy = part(0, paradigm=OPERATION)
    seen = (busy, part(0), busy, busy, part(0))
    calm, bursting = CALM, BURST
    model = Model((bursting, calm, calm, calm, calm))
    assert decisions(model, at(0, *seen), at(60, *seen))[-1].parts == (3, 4)
    model = Model((bursting, calm, calm, bursting, calm))
    assert decisions(model, at(0, *seen), at(60, *seen))[-1].cause is Cause.BUSY


def test_a_decision_shows_its_numbers() -> None:
    made = decisions(Model((BURST,)), at(0, part(LONG)), at(2.25, part(LONG)))[-1]
    assert str(made).startswith("part 1 to the operation stream: a burst at the source (part 1 has a queue of")
    data = made.to_data()
    assert (data["cause"], data["to"], data["parts"]) == ("burst_at_source", "operation stream", [1])
    figures = data["figures"][0]
    assert (figures["queue"], figures["arrival_rate"], figures["above_s"], figures["drain_s"]) == (LONG, 60_000, 2.25, None)


@pytest.mark.parametrize(
    "wrong", [{"hold_s": -1}, {"cool_down_s": -1}, {"growth_s": -1}, {"rehearsal_s": -1}, {"switches_per_minute": 1}]
)
def test_an_impossible_policy_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(RequestError):
        Policy(**wrong)  # type: ignore[arg-type]


# What may be observed of a part: a queue and an arrival rate as shares of L_switch and PD, a rest without commit, a slow switch.
sights = st.tuples(st.sampled_from([0, 0.5, 1, 2, 50]), st.sampled_from([0, 0.5, 0.79, 0.9, 1.5]), st.integers(0, 3))
policies = st.builds(Policy, st.sampled_from([0.0, 0.5, 2.0]), st.sampled_from([0.0, 3.0, 10.0]), st.integers(2, 6))


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[PartModel], Policy, list[tuple[float, list[tuple[float, float, int]]]]]:
    parts = draw(st.integers(1, 4))
    models = [
        PartModel(is_fixed=draw(st.booleans())).given({"lambda": draw(st.sampled_from([0, 0.1, 1, 10])), "V(calm)": 1_000})
        for _ in range(parts)
    ]
    steps = st.tuples(st.sampled_from([0.25, 1.0, 5.0, 30.0]), st.lists(sights, min_size=parts, max_size=parts))
    return models, draw(policies), draw(st.lists(steps, min_size=5, max_size=60))


@given(histories())
@settings(max_examples=300, deadline=None)
def test_laws_of_every_decision(
    history: tuple[list[PartModel], Policy, list[tuple[float, list[tuple[float, float, int]]]]],
) -> None:
    models, policy, steps = history
    paradigms = [OPERATION if model.is_fixed else DATA for model in models]
    until = [-1.0] * len(models)  # when each part's last switch is done
    since = [0.0] * len(models)  # when each part was told to be in the paradigm that it is in
    memory, now, switched = Memory.of(len(models)), 0.0, list[Decision]()
    for step_s, sights in steps:
        now += step_s
        model = Model(tuple(m.given({"V": rate * m.data_rate.value}) for m, (_, rate, _) in zip(models, sights, strict=True)))
        seen = at(now, *(
            part(round(share * m.switch_length), paradigm=paradigm, is_switching=now < end)
            for m, paradigm, end, (share, _, _) in zip(model.parts, paradigms, until, sights, strict=True)
        ))  # fmt: skip
        decision, after = decide(seen, model, memory, policy)
        assert (decision, after) == decide(seen, model, memory, policy)
        memory = after
        if decision.to is None:
            assert decision.parts == ()
            continue
        assert_sound(decision, seen, model, has_waited=[now - each > PATIENCE_S for each in since])
        switched.append(decision)
        for number in decision.parts:
            paradigms[number - 1], since[number - 1] = decision.to, now
            until[number - 1] = now + sights[number - 1][2]
    assert_bounded(switched, policy)


def assert_sound(decision: Decision, seen: Observation, model: Model, has_waited: list[bool]) -> None:
    """What switches can switch, and has reason to."""
    parts = {number: (seen.parts[number - 1], model.part(number)) for number in decision.parts}
    assert parts
    for observed, known in parts.values():
        assert not observed.is_switching
        assert not known.is_fixed
        assert observed.paradigm is not decision.to
    if decision.to is OPERATION:
        first = decision.parts[0]
        assert parts[first][0].queue > parts[first][1].up_length
        assert set(decision.parts) <= set(switch_range(first, model.magnifications))
    else:
        assert all(observed.queue < known.down_length for observed, known in parts.values())
        limits = {
            number: known.trial_limit if has_waited[number - 1] else known.calm_limit for number, (_, known) in parts.items()
        }
        assert all(model.part(number).arrival_rate.value < limit for number, limit in limits.items())


def assert_bounded(switched: list[Decision], policy: Policy) -> None:
    times = [each.time_s for each in switched]
    assert all(sum(start <= time < start + 60 for time in times) <= policy.switches_per_minute for start in times)
    for number in {number for each in switched for number in each.parts}:
        own = [each.time_s for each in switched if number in each.parts]
        assert all(later - earlier >= policy.cool_down_s for earlier, later in pairwise(own))
