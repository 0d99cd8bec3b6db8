"""When a part is judged: not while it is new, not while a switch of it does not show."""

from streamgauge.engines.dual.observation import Batch, Paradigm, PartObservation
from streamgauge.engines.dual.spark.settling import PROVEN_S, RECOVERING_S, WARMING_S, Settling

from .observed import part


def new(part: Settling, now_s: float, processed: int, *, is_rehearsing: bool = False) -> bool:
    return part.is_warming(_at(processed), now_s, is_rehearsing=is_rehearsing)


def _at(processed: int, written: int = 0) -> PartObservation:
    return PartObservation(Paradigm.DATA, arrived=10_000, processed=processed, committed=0, written=written)


def test_a_new_part_is_left_alone_from_its_first_record_on() -> None:
    settling = Settling()
    assert new(settling, 0, 500)
    assert new(settling, 100, 500)
    assert not settling.has_begun
    assert not settling.is_old(101)
    assert new(settling, 101, 501)
    assert settling.has_begun
    assert new(settling, 101 + WARMING_S, 600)
    assert not new(settling, 102 + WARMING_S, 700)
    assert settling.is_old(102 + WARMING_S)


def test_a_filter_that_passes_nothing_begins_too() -> None:
    settling = Settling()
    assert [new(settling, now, processed) for now, processed in ((0, 0), (1, 10), (2 + WARMING_S, 20))] == [True, True, False]


def test_what_is_seen_beside_a_rehearsal_and_right_after_it_tells_nothing() -> None:
    settling = Settling()
    new(settling, 0, 0)
    new(settling, 1, 1)
    assert not new(settling, 20, 2)
    assert new(settling, 30, 3, is_rehearsing=True)
    assert new(settling, 30 + RECOVERING_S - 0.1, 4)
    assert not new(settling, 30 + RECOVERING_S, 5)


def test_a_part_is_proven_once_it_keeps_up_when_warm_or_has_had_its_time() -> None:
    settling = Settling()
    new(settling, 0, 0)
    new(settling, 1, 1)
    assert settling.is_unproven(2, keeps_up=True)  # its first few records
    assert settling.is_unproven(1 + PROVEN_S, keeps_up=False)
    assert not settling.is_unproven(1.1 + PROVEN_S, keeps_up=False)
    settling = Settling()
    new(settling, 0, 0)
    new(settling, 1, 1)
    assert not settling.is_unproven(20, keeps_up=True)
    assert not settling.is_unproven(21, keeps_up=False)


def test_a_switch_lasts_until_something_comes_out() -> None:
    settling = Settling()
    settling.switched(10.0, written=700)
    assert settling.first_output_s(part(100, written=700), 12.0) is None
    assert settling.is_switching
    assert settling.first_output_s(part(100, written=701), 12.5) == 2.5
    assert not settling.is_switching
    assert settling.first_output_s(part(100, written=800), 13.0) is None


def test_a_batch_that_has_taken_in_all_that_waited_is_still_to_end() -> None:
    settling = Settling()
    settling.switched(10.0, written=700)
    assert settling.first_output_s(part(0, uncommitted=40_000, written=700), 10.5) is None
    assert settling.is_switching


def test_a_switch_behind_which_nothing_waits_is_over() -> None:
    settling = Settling()
    settling.switched(10.0, written=700)
    assert settling.first_output_s(part(0, written=700), 10.5) is None
    assert not settling.is_switching


def test_the_first_batch_after_a_switch_is_told_once() -> None:
    settling, ended = Settling(), part(0, batches=(Batch(10, 0.5),))
    assert not settling.is_first_batch(ended)
    settling.switched(1.0, written=0)
    assert not settling.is_first_batch(part(0))
    assert [settling.is_first_batch(ended) for _ in range(2)] == [True, False]
