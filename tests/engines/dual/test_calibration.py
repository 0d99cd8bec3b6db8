"""What is learnt from a running part, and what is not."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from streamgauge.engines.dual.calibration import Calibration
from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.observation import Batch, Observation, Paradigm, PartObservation
from streamgauge.engines.dual.part_model import Basis, Estimate, PartModel

STEP_S = 0.25


def learnt(observations: Iterable[Observation], start: PartModel | None = None) -> PartModel:
    calibration = Calibration.of(Model((start or PartModel(),)))
    for observation in observations:
        calibration = calibration.seen(observation)
    return calibration.model.part(1)


def running(
    seconds: float,
    arrived: Callable[[float], float],
    processed: Callable[[float], float],
    *,
    magnification: float = 1.0,
    latency_s: float | None = None,
) -> list[Observation]:
    """The data stream, four times a second."""
    seen = []
    for step in range(round(seconds / STEP_S) + 1):
        done = round(processed(step * STEP_S))
        part = PartObservation(
            Paradigm.DATA, round(arrived(step * STEP_S)), done, done, round(done * magnification), latency_s=latency_s
        )
        seen.append(Observation(step * STEP_S, (part,)))
    return seen


def in_batches(*batches: Batch, paradigm: Paradigm = Paradigm.OPERATION) -> list[Observation]:
    """The operation stream, a batch an observation."""
    return [
        Observation(float(number), (PartObservation(paradigm, 0, 0, 0, 0, batches=(batch,)),))
        for number, batch in enumerate(batches)
    ]


def of_size(records: int, *, rate: float = 200_000, schedule_s: float = 0.4) -> Batch:
    return Batch(records, schedule_s + records / rate)


def test_arrival_rate_is_that_of_the_last_two_seconds() -> None:
    part = learnt(running(10, lambda t: 2_000 * t if t < 8 else 16_000 + 9_000 * (t - 8), lambda t: 2_000 * t))
    assert part.arrival_rate.value == pytest.approx(9_000)


def test_arrival_rate_is_known_also_when_nobody_looked_for_a_while() -> None:
    rare = running(60, lambda t: 3_000 * t, lambda t: 3_000 * t)[::80]
    assert learnt(rare).arrival_rate.value == pytest.approx(3_000)


def test_capacity_shows_while_there_is_a_backlog() -> None:
    part = learnt(running(5, lambda t: 50_000 * t, lambda t: 7_300 * t))
    assert part.data_rate.value == pytest.approx(7_300, rel=0.01)
    assert part.data_rate.basis is Basis.CALIBRATED


def test_a_rate_that_was_seen_without_a_backlog_is_a_lower_bound() -> None:
    part = learnt(running(5, lambda t: 50_000 * t, lambda t: 50_000 * t))
    assert part.data_rate == Estimate(pytest.approx(50_000, rel=0.01), Basis.AT_LEAST)


def test_an_idle_part_does_not_show_its_capacity() -> None:
    part = learnt(running(60, lambda t: 2_000 * t, lambda t: 2_000 * t))
    assert part.data_rate == PartModel().data_rate


def test_a_part_is_at_least_as_fast_as_it_has_been_seen() -> None:
    part = learnt(running(10, lambda t: 90_000 * t, lambda t: 90_000 * t))
    assert part.data_rate.value == pytest.approx(90_000)


def test_batch_boundaries_count_as_lost_time_not_as_slowness() -> None:
    """A sixth of the time nothing moves: what is sustained is five sixths of the speed."""

    def moved(t: float) -> float:
        whole, rest = divmod(t, 6)
        return 10_000 * (5 * whole + min(rest, 5))

    part = learnt(running(120, lambda t: 12_000 * t, moved))
    assert part.data_rate.value == pytest.approx(10_000 * 5 / 6, rel=0.06)


def filling_buffers(t: float) -> float:
    """Twice as fast as can be kept up until the buffers are full, then slowly, then the same again: 10,000/s."""
    whole, rest = divmod(t, 4)
    return 40_000 * whole + 20_000 * min(rest, 1.5) + 4_000 * max(0.0, rest - 1.5)


def test_a_long_stretch_tells_what_of_short_ones_can_be_kept_up() -> None:
    short = learnt(running(6, lambda t: 50_000 * t, filling_buffers))
    assert short.data_rate.value == pytest.approx(20_000)
    long = learnt(running(30, lambda t: 50_000 * t, filling_buffers))
    assert long.data_rate.value == pytest.approx(10_000, rel=0.1)


def test_what_can_be_kept_up_stays_known_when_the_burst_is_over() -> None:
    """After a switch there and back, new short stretches promise as much as before."""
    burst = running(30, lambda t: 50_000 * t, filling_buffers)
    again = [
        Observation(40 + each.time_s, (replace(each.parts[0], is_switching=each.time_s == 0),))
        for each in running(6, lambda t: 50_000 * t, filling_buffers)
    ]
    assert learnt(burst + again).data_rate.value == pytest.approx(10_000, rel=0.1)


def test_a_load_that_is_borne_for_long_can_be_kept_up() -> None:
    """The part was cold in its first burst. Later it bears more than it did then, without a queue."""
    burst = running(30, lambda t: 50_000 * t, filling_buffers)
    borne = [
        Observation(40 + each.time_s, (replace(each.parts[0], is_switching=each.time_s == 0),))
        for each in running(20, lambda t: 15_000 * t, lambda t: 15_000 * t)
    ]
    assert learnt(burst + borne).data_rate.value == pytest.approx(15_000, rel=0.01)


@pytest.mark.parametrize(("rate", "known"), [(1_800, (10_000, Basis.DEFAULT)), (14_000, (14_000, Basis.AT_LEAST))])
def test_a_part_that_may_still_be_cold_is_not_taken_for_slow(rate: int, known: tuple[float, Basis]) -> None:
    cold = [
        Observation(seen.time_s, (replace(seen.parts[0], is_unproven=True),))
        for seen in running(20, lambda t: 2_000 + 2 * rate * t, lambda t: rate * t)
    ]
    assert learnt(cold).data_rate == Estimate(*known)


def test_a_part_that_is_stuck_does_not_show_its_capacity() -> None:
    """Its broker is away for minutes: that is no slowness, and PD is not 0."""
    part = learnt(running(600, lambda t: 50_000 * t, lambda t: 10_000 * min(t, 5)))
    assert part.data_rate.value >= 5_000


def test_given_capacity_is_not_learnt() -> None:
    part = learnt(running(5, lambda t: 50_000 * t, lambda t: 7_300 * t), PartModel().given({"PD": 9_000}))
    assert (part.data_rate.value, part.data_rate.basis) == (9_000, Basis.GIVEN)


def test_calm_rate_follows_calm_and_not_bursts() -> None:
    calm = running(30, lambda t: 2_000 * t, lambda t: 2_000 * t)
    burst = running(60, lambda t: 2_000 * t + 50_000 * max(0, t - 30), lambda t: 2_000 * t)[len(calm) :]
    part = learnt(calm + burst)
    assert part.arrival_rate.value == pytest.approx(52_000)
    assert part.calm_rate.value == pytest.approx(2_000, rel=0.05)
    assert part.surge == pytest.approx(26, rel=0.05)


def test_magnification_is_written_over_processed() -> None:
    part = learnt(running(10, lambda t: 2_000 * t, lambda t: 2_000 * t, magnification=10))
    assert part.magnification.value == pytest.approx(10)


def test_a_filter_that_passes_nothing_has_no_magnification_and_no_queue() -> None:
    seen = running(10, lambda t: 2_000 * t, lambda t: 2_000 * t, magnification=0)
    assert learnt(seen).magnification.value == 0
    assert seen[-1].parts[0].queue == 0


def test_operation_capacity_shows_in_long_batches() -> None:
    part = learnt(in_batches(of_size(900), of_size(900), *(of_size(n) for n in (400_000, 500_000, 600_000))))
    assert part.operation_rate.value == pytest.approx(200_000, rel=0.01)
    assert part.schedule_s.value == pytest.approx(0.4, abs=0.01)


def test_short_batches_do_not_show_it() -> None:
    """2,000 records/s in batches of 0.4 s: the rate is that of the load, and the batches differ by chance."""
    lengths = (0.41, 0.38, 0.9, 0.45, 0.7, 0.39, 0.4, 0.52, 0.95, 0.41) * 10
    part = learnt(in_batches(*(Batch(round(2_000 * before), length) for before, length in pairwise(lengths))))
    assert not part.operation_rate.is_known
    assert part.capacity_ratio.value == 0.2
    assert part.batch_s.value == pytest.approx(0.45, abs=0.08)


def test_one_fast_batch_shows_at_least_its_own_speed() -> None:
    part = learnt(in_batches(of_size(900), of_size(900), of_size(120_000)))
    assert part.operation_rate.value == pytest.approx(120_000)


def test_the_first_batch_after_a_start_is_passed_over() -> None:
    cold = Batch(170_000, 9.0)
    warm = (of_size(90_000), of_size(60_000), of_size(45_000))
    assert learnt(in_batches(cold, *warm)) == learnt(in_batches(warm[0], *warm))


def test_a_rehearsal_tells_how_long_a_short_batch_is() -> None:
    """The first batches in earnest are those of a burst: none of them is short."""
    burst = in_batches(*(of_size(n, rate=18_000) for n in (60_000, 60_000, 55_000, 50_000, 45_000)))
    cold, busy = Batch(2_000, 6.0), Batch(2_000, 1.4)  # of a rehearsal beside a cold data stream
    small = [cold, busy, of_size(2_000, rate=18_000), busy]
    before = Calibration.of(Model((PartModel(),))).rehearsed(1, small)
    assert before.model.part(1).batch_s == Estimate(pytest.approx(0.51, abs=0.01), Basis.CALIBRATED)
    assert not before.model.part(1).operation_rate.is_known
    after = before
    for observation in burst:
        after = after.seen(observation)
    part = after.model.part(1)
    assert part.batch_s.value == pytest.approx(0.51, abs=0.01)
    assert part.schedule_s.value == pytest.approx(0.4, abs=0.01)
    assert part.operation_rate.value == pytest.approx(18_000, rel=0.01)


def test_what_a_batch_costs_without_its_records_is_not_what_it_cost_in_the_rehearsal() -> None:
    """Batches of a burst that are no longer than those of the rehearsal hold many more records: their fixed costs are lower."""
    rehearsed = Calibration.of(Model((PartModel(),))).rehearsed(1, [Batch(2_000, 1.1)])
    assert rehearsed.model.part(1).schedule_s.value == pytest.approx(1.06, abs=0.01)
    after = rehearsed
    for observation in in_batches(*(of_size(n, rate=25_000) for n in (60_000, 90_000, 95_000, 99_000, 17_000, 16_000, 18_000))):
        after = after.seen(observation)
    assert after.model.part(1).schedule_s.value == pytest.approx(0.4, abs=0.15)


def test_a_rehearsal_without_batches_tells_nothing() -> None:
    before = Calibration.of(Model((PartModel(), PartModel())))
    assert before.rehearsed(2, []) == before


def test_no_gap_between_the_paradigms_is_found_out() -> None:
    """YSB: both process about 130,000 records/s."""
    overloaded = running(20, lambda t: 150_000 * t, lambda t: 130_000 * t)
    sizes = (20_000, 40_000, 300_000, 350_000, 400_000)
    later = [Observation(21.0 + each.time_s, each.parts) for each in in_batches(*(of_size(n, rate=130_000) for n in sizes))]
    part = learnt(overloaded + later)
    assert part.capacity_ratio.value == pytest.approx(1, rel=0.05)
    assert part.brings_nothing


def test_transmission_is_what_a_latency_has_beyond_the_model() -> None:
    part = learnt(running(300, lambda t: 2_000 * t, lambda t: 2_000 * t, latency_s=0.035))
    assert part.data_transmission_s.value == pytest.approx(0.035, rel=0.01)


def test_nothing_is_learnt_of_a_part_that_is_being_switched() -> None:
    steps = running(5, lambda t: 50_000 * t, lambda t: 100 * t)
    switching = [
        Observation(each.time_s, (PartObservation(Paradigm.DATA, p.arrived, p.processed, p.committed, 0, is_switching=True),))
        for each in steps
        for p in each.parts
    ]
    part = learnt(switching)
    assert part.arrival_rate.value == pytest.approx(50_000)
    assert part.calibrated(arrival_rate=0.0).to_data() == PartModel().calibrated(arrival_rate=0.0).to_data()


def test_the_gap_of_a_switch_is_learnt_from_switches() -> None:
    calibration = Calibration.of(Model((PartModel(), PartModel()))).switched(2, gap_s=0.7)
    assert [part.switch_s.value for part in calibration.model.parts] == [1.5, 0.7]


def test_three_large_batches_and_a_small_one_tell_what_is_fixed_and_what_records_cost() -> None:
    """A burst between the two capacities: batches of three seconds beside a rehearsal's of one are large, though not long."""
    rehearsed = Calibration.of(Model((PartModel(),))).rehearsed(1, [of_size(2_000, rate=28_000, schedule_s=1.0)])
    after = rehearsed
    for observation in in_batches(*(of_size(n, rate=28_000, schedule_s=1.0) for n in (80_000, 72_000, 60_000, 57_000))):
        after = after.seen(observation)
    part = after.model.part(1)
    assert part.operation_rate.value == pytest.approx(28_000, rel=0.01)
    assert part.schedule_s.value == pytest.approx(1.0, abs=0.01)
    assert part.batch_s.value == pytest.approx(1.07, abs=0.01)  # those of the burst are no measure of it


def test_small_batches_after_a_burst_correct_what_the_rehearsal_said() -> None:
    """A rehearsal beside a data stream is slow: 1.1 s for what takes 0.5 s without a rival. What the burst showed is kept."""
    after = Calibration.of(Model((PartModel(),))).rehearsed(1, [Batch(2_000, 1.1)])
    for observation in in_batches(*(of_size(n, rate=28_000) for n in (80_000, 72_000, 60_000, 57_000, *[900] * 5))):
        after = after.seen(observation)
    part = after.model.part(1)
    assert part.operation_rate.value == pytest.approx(28_000, rel=0.01)
    assert part.schedule_s.value == pytest.approx(0.4, abs=0.01)
    assert part.batch_s.value == pytest.approx(0.43, abs=0.01)


def test_large_batches_that_are_hardly_longer_than_the_only_small_one_are_set_against_nothing() -> None:
    """A rehearsal on a machine that was stuck: its shortest batch took as long as those of the burst."""
    after = Calibration.of(Model((PartModel(),))).rehearsed(1, [Batch(2_000, 5.2)])
    for observation in in_batches(*[Batch(100_000, 5.2)] * 4):
        after = after.seen(observation)
    assert 15_000 < after.model.part(1).operation_rate.value < 60_000


def test_what_a_backlog_adds_to_a_latency_is_no_transmission() -> None:
    part = learnt(running(60, lambda t: 50_000 * t, lambda t: 7_300 * t, latency_s=6.0))
    assert part.data_transmission_s.value == PartModel().data_transmission_s.value


def test_unlike_batches_of_a_burst_tell_what_the_rehearsal_could_not() -> None:
    """A part that goes back right after a burst has seen no small batch but the rehearsal's, which was three times too long."""
    after = Calibration.of(Model((PartModel(),))).rehearsed(1, [Batch(2_000, 1.1)])
    for observation in in_batches(*(of_size(n, rate=28_000) for n in (80_000, 74_000, 66_000, 61_000, 58_000, 40_000, 21_000))):
        after = after.seen(observation)
    part = after.model.part(1)
    assert part.operation_rate.value == pytest.approx(28_000, rel=0.01)
    assert part.schedule_s.value == pytest.approx(0.4, abs=0.01)
    assert part.batch_s.value == pytest.approx(0.4 + 2_000 / 28_000, abs=0.01)


def test_as_state_grows_batches_become_longer_and_that_is_learnt() -> None:
    lengths = [0.3 * 1.02**day for day in range(100)]
    (part,) = [learnt(in_batches(Batch(500, 0.3), *(Batch(500, length) for length in lengths)))]
    assert part.batch_s.value == pytest.approx(lengths[-3])
