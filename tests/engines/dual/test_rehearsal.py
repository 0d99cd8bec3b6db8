"""Which rehearsal runs, and which is spared; parts and queries stand in for Spark's."""

from typing import Any

from streamgauge.engines.dual.observation import Batch
from streamgauge.engines.dual.spark.rehearsal import BATCHES, PRESSED_S, Rehearsals


class _Query:
    isActive = True  # noqa: N815 - Spark's name

    def __init__(self) -> None:
        self.ended: int | None = None
        self._jsq = self

    def lastProgress(self) -> "_Query | None":  # noqa: N802
        return None if self.ended is None else self

    def batchId(self) -> int | None:  # noqa: N802
        return self.ended

    def stop(self) -> None:
        self.isActive = False

    def exception(self) -> None:
        return None

    @property
    def recentProgress(self) -> list[dict[str, Any]]:  # noqa: N802
        lengths_ms = [9_000 // number for number in range(1, (-1 if self.ended is None else self.ended) + 2)]
        return [{"numInputRows": 2_000, "durationMs": {"triggerExecution": each}} for each in lengths_ms]


class _Part:
    def __init__(self) -> None:
        self.queries: list[_Query] = []
        self.forgotten = 0

    def rehearse(self, batch_records: int) -> _Query:
        assert batch_records > 0
        self.queries.append(_Query())
        return self.queries[-1]

    def forget_rehearsal(self) -> None:
        self.forgotten += 1


def _always(_: int) -> bool:
    return True


def _rehearsals(learnt: list[Any] | None = None) -> tuple[Rehearsals, dict[int, _Part], list[Any]]:
    parts, told, learnt = {1: _Part(), 2: _Part()}, list[Any](), [] if learnt is None else learnt
    rehearsals = Rehearsals(parts, 30.0, learn=lambda *lesson: learnt.append(lesson), tell=told.append)  # type: ignore[arg-type]
    return rehearsals, parts, told


def test_one_part_after_the_other_as_soon_as_it_has_begun() -> None:
    learnt: list[Any] = []
    rehearsals, parts, told = _rehearsals(learnt)
    rehearsals.look(0.0, lambda number: number == 2, _always)
    assert (len(parts[1].queries), len(parts[2].queries)) == (0, 1)
    parts[2].queries[0].ended = BATCHES - 1
    rehearsals.look(1.0, _always, _always)
    assert not parts[2].queries[0].isActive
    lengths_ms = [9_000 // number for number in range(1, BATCHES + 1)]
    assert told == [{"event": "rehearsal", "part": 2, "batches": BATCHES, "batches_ms": lengths_ms}]
    assert learnt == [(2, [Batch(2_000, each / 1000) for each in lengths_ms])]
    rehearsals.look(1.2, _always, _always)
    assert len(parts[1].queries) == 1
    rehearsals.look(31.3, _always, _always)  # its time is over
    assert not rehearsals.is_running
    assert (parts[1].forgotten, parts[2].forgotten) == (1, 1)
    assert rehearsals.are_over


def test_a_part_that_is_switched_is_spared_its_rehearsal() -> None:
    rehearsals, parts, _ = _rehearsals()
    rehearsals.look(0.0, _always, _always)
    rehearsals.spare(2)
    assert rehearsals.is_running  # part 1's
    rehearsals.spare(1)
    assert not rehearsals.is_running
    assert not parts[1].queries[0].isActive
    rehearsals.look(1.0, _always, _always)
    assert (len(parts[1].queries), len(parts[2].queries)) == (1, 0)


def test_where_there_is_no_calm_there_is_no_rehearsal() -> None:
    rehearsals, parts, told = _rehearsals()
    rehearsals.look(9.0, _always, _always, is_pressed=True)
    assert not rehearsals.is_running
    rehearsals.look(10.0, _always, _always)
    rehearsals.look(11.0, _always, _always, is_pressed=True)
    rehearsals.look(12.0, _always, _always)  # it was a batch boundary
    rehearsals.look(13.0, _always, _always, is_pressed=True)
    rehearsals.look(14.9, _always, _always, is_pressed=True)
    assert rehearsals.is_running
    rehearsals.look(15.0, _always, _always, is_pressed=True)
    assert not rehearsals.is_running
    assert not parts[1].queries[0].isActive
    rehearsals.look(16.0, _always, _always, is_pressed=True)
    assert (len(parts[1].queries), len(parts[2].queries)) == (1, 0)
    assert told == [{"event": "rehearsal", "part": 1, "batches": 0, "batches_ms": []}]


def test_one_that_gave_way_has_a_second_chance_when_its_part_is_warm_and_no_third() -> None:
    """The second time it gives way at once: behind a warm data stream a queue that is too long is a burst."""
    rehearsals, parts, _ = _rehearsals()

    def interrupted(now_s: float, after_s: float) -> None:
        assert rehearsals.is_running
        rehearsals.look(now_s, _always, _always, is_pressed=True)
        rehearsals.look(now_s + after_s, _always, _always, is_pressed=True)
        assert not rehearsals.is_running

    def never(_: int) -> bool:
        return False

    rehearsals.look(0.0, _always, never)
    interrupted(1.0, PRESSED_S)
    rehearsals.look(10.0, _always, never)  # it is not warm yet: the other's turn
    assert (len(parts[1].queries), len(parts[2].queries)) == (1, 1)
    rehearsals.spare(2)
    rehearsals.look(20.0, _always, never)
    assert not rehearsals.is_running
    rehearsals.look(30.0, _always, _always)
    interrupted(31.0, 0.0)
    assert (len(parts[1].queries), len(parts[2].queries)) == (2, 1)
    assert rehearsals.are_over
