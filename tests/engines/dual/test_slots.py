"""Whatever parts do at once, the data streams of the others find their slots."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.engines.dual.spark.slots import Slots, shared_out
from streamgauge.engines.spark.task_slots import task_slots
from streamgauge.errors import RequestError

stages = st.lists(st.integers(1, 8), min_size=1, max_size=3).map(tuple)


def pieces(partitions: int, asked: int) -> int:
    """The most tasks that Spark makes: it rounds the pieces of each partition up."""
    return asked + partitions if asked > partitions else partitions


@given(
    parts=st.lists(st.tuples(stages, st.integers(0, 40), st.booleans()), min_size=1, max_size=6),
    slots=st.integers(1, 100),
    rehearsed=st.integers(0, 5),
)
def test_no_data_stream_is_left_without(parts: list[tuple[tuple[int, ...], int, bool]], slots: int, rehearsed: int) -> None:
    """Some parts are in micro-batches, one of those that are not has its rehearsal."""
    shared = shared_out([own for own, _, _ in parts], [tasks for _, tasks, _ in parts], slots)
    needed = sum(sum(own) for own, _, _ in parts)
    in_use = 0
    for place, ((own, tasks, is_in_batches), each) in enumerate(zip(parts, shared, strict=True)):
        if is_in_batches:
            in_use += max(*own, pieces(own[0], each.for_batch(tasks)))
        else:
            in_use += sum(own)
            if place == rehearsed and max(own) <= each.beside:
                in_use += max(*own, pieces(own[0], each.for_rehearsal(tasks)))
    assert in_use <= max(slots, needed)


def test_all_that_is_asked_for_where_there_is_room() -> None:
    (alone,) = shared_out([(2, 2)], [8], slots=32)
    assert alone == Slots((2, 2), more=6, beside=28)
    assert (alone.for_batch(8), alone.for_rehearsal(8)) == (8, 8)


def test_without_room_there_is_no_rehearsal() -> None:
    (alone,) = shared_out([(8, 4)], [0], slots=18)
    with pytest.raises(RequestError, match="a rehearsal needs 8 task slots beside the data stream, and 6 are free"):
        alone.for_rehearsal(0)


def test_executors_elsewhere_are_waited_for() -> None:
    told = iter([0, 4, 12])
    context: Any = SimpleNamespace(
        resourceProfileManager=lambda: SimpleNamespace(defaultResourceProfile=lambda: None),
        maxNumConcurrentTasks=lambda _: next(told),
    )
    spark = SimpleNamespace(_jsc=SimpleNamespace(sc=lambda: context), sparkContext=SimpleNamespace(master="spark://there:7077"))
    assert task_slots(spark, needed=10) == 12
