"""Latency by component, as seed work 001 has it: outside wait, wait, schedule, process, transmission.

Each is the mean over the output records of the span between two moments of their way, so that together they must give the
mean latency. What is missing is told as the remainder.

*Record at a time.* A record waits outside until it is received. Operations that send nothing from task to task process it;
those that do, and the way into the output topic, transmit it. What a receiving operation computes is in its transmission: a
few microseconds, which no clock here can tell apart. There is no wait and no schedule.

*In batches.* A batch begins; it is planned and its first task launched; tasks run, with pauses between the stages; a row is
made in one of the last, and appended. A record that a batch has left behind waits outside until the next one begins; else it
waits, first for its batch to begin, then for the other records of the batch while tasks run. All time between the beginning
of the batch and its tasks, and between its stages, is schedule. Of the time in tasks, process is the CPU time that a record
takes in the mean, and transmission what a task spends in the mean on writing and awaiting shuffled data, and the way into
the output topic.

An engine may change from the one to the other: it tells in which stretches of time it works in batches.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

Times = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Batch:
    """What an engine tells of a batch: when it began, when its first task was launched, and for how long no task ran until the
    last stage; the CPU time of a record, and the time that a task spent on shuffled data, summed over the stages."""

    start_ms: float
    first_task_ms: float
    pauses_ms: float
    process_ms: float
    shuffle_ms: float


@dataclass(frozen=True, slots=True)
class BatchStretch:
    """A stretch of time in which an engine works in batches, and what it tells of them."""

    batches: tuple[Batch, ...]
    from_ms: float = -inf
    to_ms: float = inf


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The moments of output records, a column each, in milliseconds: intended, a stamp for each operation but the last,
    appended; and of each operation, in the same order, whether it sends records from task to task."""

    intended_ms: Times
    stamps_ms: tuple[Times, ...]
    append_ms: Times
    exchanges: tuple[bool, ...]

    def spans_ms(self) -> list[float]:
        """For each operation the mean time from the end of the one before to its own; the first begins as intended."""
        moments = [self.intended_ms, *self.stamps_ms, self.append_ms]
        return [float((after - before).mean()) for before, after in itertools.pairwise(moments)]

    def __len__(self) -> int:
        return len(self.append_ms)

    def where(self, chosen: NDArray[np.bool_]) -> "Ways":
        """Some of the records."""
        stamps = tuple(each[chosen] for each in self.stamps_ms)
        return Ways(self.intended_ms[chosen], stamps, self.append_ms[chosen], self.exchanges)


def components(ways: Ways, stretches: Sequence[BatchStretch]) -> dict[str, float] | None:
    """Where the time goes of all records that the engine tells of; None if there are none."""
    is_alone = np.ones(len(ways), dtype=np.bool_)
    found: list[tuple[int, dict[str, float]]] = []
    for stretch in stretches:
        is_inside = (ways.append_ms >= stretch.from_ms) & (ways.append_ms < stretch.to_ms)
        is_alone &= ~is_inside
        if told := ways.where(is_inside & told_of(ways, stretch.batches)):
            found.append((len(told), batch_components(told, stretch.batches)))
    if alone := ways.where(is_alone):
        found.append((len(alone), record_components(alone)))
    if not found:
        return None
    records = sum(count for count, _ in found)
    return {name: sum(count * each[name] for count, each in found) / records for name in found[0][1]}


def record_components(ways: Ways) -> dict[str, float]:
    """Where the time goes if records are worked on one by one."""
    received, *others, sink = ways.spans_ms()
    inner = list(zip(others, ways.exchanges[1:-1], strict=True))
    return {
        "outside_wait": received,
        "wait": 0.0,
        "schedule": 0.0,
        "process": sum((span for span, is_sent in inner if not is_sent), 0.0),
        "transmission": sink + sum((span for span, is_sent in inner if is_sent), 0.0),
    }


def batch_components(ways: Ways, batches: Sequence[Batch]) -> dict[str, float]:
    """Where the time goes in batches; every record must have been appended after the second one began."""
    told = sorted(batches, key=lambda each: each.start_ms)
    start, first_task, pauses, process, shuffle = np.array(
        [(b.start_ms, b.first_task_ms, b.pauses_ms, b.process_ms, b.shuffle_ms) for b in told]
    ).T
    own = np.searchsorted(start, ways.append_ms, side="right") - 1
    before = start[own - 1]
    outside = np.maximum(0.0, before - ways.intended_ms)
    in_tasks = ways.stamps_ms[-1] - first_task[own] - pauses[own]
    transmission = shuffle[own] + (ways.append_ms - ways.stamps_ms[-1])
    return {
        "outside_wait": float(outside.mean()),
        "wait": float((start[own] - ways.intended_ms - outside + in_tasks - process[own] - shuffle[own]).mean()),
        "schedule": float((first_task[own] - start[own] + pauses[own]).mean()),
        "process": float(process[own].mean()),
        "transmission": float(transmission.mean()),
    }


def told_of(ways: Ways, batches: Sequence[Batch]) -> NDArray[np.bool_]:
    """Which records belong to batches that the engine tells of, with the one before."""
    starts = np.sort([each.start_ms for each in batches])
    if len(starts) < 2:  # noqa: PLR2004 - the one, and the one before
        return np.zeros(len(ways), dtype=np.bool_)
    return np.asarray(ways.append_ms >= starts[1])
