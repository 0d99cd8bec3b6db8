"""What Spark tells of the batches of a query: from its progress reports, and from its stages.

Spark forgets old jobs and stages, all but 1,000 by default; batches whose stages are gone are left out.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from streamgauge.measure.components import Batch

_BATCH = re.compile(r"runId = (\S+)\s+batch = (\d+)")


@dataclass(frozen=True, slots=True)
class StageTimes:
    """When the tasks of a stage ran, and what they spent, summed over them."""

    first_task_ms: int
    end_ms: int
    tasks: int
    cpu_ms: float
    shuffle_ms: float


def batches_of(query: Any, reports: Iterable[Any]) -> list[Batch]:
    """The batches that took something in and ran tasks."""
    stages = _stages(query)
    return [
        make_batch(_start_ms(report), report["numInputRows"], stages[report["batchId"]])
        for report in reports
        if report["numInputRows"] and report["batchId"] in stages
    ]


def make_batch(start_ms: float, records: int, stages: Sequence[StageTimes]) -> Batch:
    """One batch from its stages; stages that ran at the same time leave no pause between them."""
    in_turn = sorted(stages, key=lambda stage: stage.first_task_ms)
    pauses, busy_until = 0, in_turn[0].end_ms
    for stage in in_turn[1:]:
        pauses += max(0, stage.first_task_ms - busy_until)
        busy_until = max(busy_until, stage.end_ms)
    return Batch(
        start_ms,
        first_task_ms=in_turn[0].first_task_ms,
        pauses_ms=pauses,
        process_ms=sum(stage.cpu_ms for stage in stages) / records,
        shuffle_ms=sum(stage.shuffle_ms / stage.tasks for stage in stages),
    )


def _start_ms(report: Any) -> float:
    return datetime.fromisoformat(report["timestamp"]).timestamp() * 1000


def _stages(query: Any) -> dict[int, list[StageTimes]]:
    """The finished stages of a query's run by batch; its jobs tell which is which."""
    store, run_id = query._jsq.sparkSession().sparkContext().statusStore(), str(query.runId)
    jobs = store.jobsList(None)
    found: dict[int, list[StageTimes]] = defaultdict(list)
    for number in range(jobs.length()):
        job = jobs.apply(number)
        told = _BATCH.search(str(job.description().getOrElse(None)))
        if told and told[1] == run_id and job.completionTime().isDefined():
            found[int(told[2])] += _finished(store, job.stageIds())
    return {number: stages for number, stages in found.items() if stages}


def _finished(store: Any, ids: Any) -> Iterator[StageTimes]:
    from py4j.protocol import Py4JJavaError

    for number in range(ids.length()):
        try:
            stage = store.lastStageAttempt(ids.apply(number))
        except Py4JJavaError:
            continue  # forgotten
        if stage.completionTime().isDefined() and stage.firstTaskLaunchedTime().isDefined():
            yield _times(stage)


def _times(stage: Any) -> StageTimes:
    return StageTimes(
        first_task_ms=stage.firstTaskLaunchedTime().get().getTime(),
        end_ms=stage.completionTime().get().getTime(),
        tasks=stage.numTasks(),
        cpu_ms=stage.executorCpuTime() / 1e6,
        shuffle_ms=stage.shuffleFetchWaitTime() + stage.shuffleWriteTime() / 1e6,
    )
