import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.components import Batch, BatchStretch, Ways, batch_components, components, record_components, told_of
from streamgauge.measure.definitions import COMPONENTS


def ways(*columns: list[int], exchanges: tuple[bool, ...]) -> Ways:
    intended, *stamps, append = (np.array(column, dtype=np.int64) for column in columns)
    return Ways(intended, tuple(stamps), append, exchanges)


def test_spans_go_from_the_end_of_an_operation_to_the_end_of_the_next() -> None:
    two = ways([0, 100], [3, 105], [4, 105], [9, 116], exchanges=(False, False, False))
    assert two.spans_ms() == [4.0, 0.5, 8.0]


def test_a_record_at_a_time_is_received_processed_and_transmitted() -> None:
    one = ways([0], [5], [7], [17], [18], [22], exchanges=(False, False, True, False, False))
    assert record_components(one) == {"outside_wait": 5, "wait": 0, "schedule": 0, "process": 3, "transmission": 14}


def test_a_record_in_a_batch_waits_for_the_batch_and_in_it() -> None:
    batches = [Batch(0, 10, 0, 0, 0), Batch(100, 120, 15, process_ms=0.5, shuffle_ms=4)]
    one = ways([60], [130], [180], [190], exchanges=(False, True, False))
    assert batch_components(one, batches) == {
        "outside_wait": 0,
        "wait": 40 + (180 - 120 - 15) - 0.5 - 4,
        "schedule": 20 + 15,
        "process": 0.5,
        "transmission": 4 + 10,
    }


def test_a_record_that_a_batch_left_behind_waited_outside() -> None:
    batches = [Batch(1000, 1010, 0, 0, 0), Batch(2000, 2010, 0, 0, 0)]
    one = ways([300], [2020], [2030], exchanges=(False, False))
    found = batch_components(one, batches)
    assert (found["outside_wait"], found["wait"]) == (700, 1000 + 10)


@given(st.lists(st.tuples(st.integers(1000, 4999), st.integers(0, 900), st.integers(0, 50)), min_size=1, max_size=30))
def test_components_give_the_mean_latency(records: list[tuple[int, int, int]]) -> None:
    batches = [Batch(start, start + 50, 7, 0.25, 3) for start in range(0, 6000, 500)]
    intended, way, last = (np.array(column, dtype=np.int64) for column in zip(*records, strict=True))
    stamp = intended + way
    found = Ways(intended, (stamp,), stamp + last, (False, True))
    mean = float((way + last).mean())
    half = [BatchStretch(tuple(batches), to_ms=3000)]
    for each in (record_components(found), batch_components(found, batches), components(found, half)):
        assert each is not None
        assert tuple(each) == COMPONENTS
        assert sum(each.values()) == pytest.approx(mean)


def test_records_of_batches_that_are_not_told_of_are_left_out() -> None:
    batches = [Batch(start, start, 0, 0, 0) for start in (300, 100, 200)]
    three = ways([0, 0, 0], [150, 199, 310], [150, 200, 320], exchanges=(False, False))
    assert told_of(three, batches).tolist() == [False, True, True]
    assert not told_of(three, batches[:1]).any()


def test_an_engine_that_changes_is_asked_for_each_of_its_stretches() -> None:
    """Two records one by one, the second of them when the batches are over; one in a batch; one in a batch not told of."""
    stretch = BatchStretch((Batch(100, 100, 0, 0, 0), Batch(200, 220, 0, 0, 0)), from_ms=100, to_ms=300)
    four = ways([0, 290, 150, 90], [10, 310, 240, 150], [20, 320, 250, 160], exchanges=(False, False))
    one_by_one = ways([0, 290], [10, 310], [20, 320], exchanges=(False, False))
    in_batch = ways([150], [240], [250], exchanges=(False, False))
    alone, batched = record_components(one_by_one), batch_components(in_batch, stretch.batches)
    assert components(four, [stretch]) == {name: pytest.approx((2 * alone[name] + batched[name]) / 3) for name in COMPONENTS}
    assert components(in_batch, [BatchStretch(())]) is None
