"""One part as a streaming query whose paradigm can be changed while it runs: prepare, switch, run.

*Prepare*: the plan for the other trigger is built while the query still runs, and a real-time batch is committed before its
time. *Switch*: the query is stopped, the output is waited for until it stands still, and what it holds is found out where that
makes the hand-over exact. *Run*: the query starts on the same checkpoint under the other trigger. Records that were read since
the last commit are read again.
"""

import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any
from uuid import uuid4

from streamgauge.engines.dual.observation import Batch, Paradigm, PartObservation
from streamgauge.engines.dual.spark import snapshots
from streamgauge.engines.dual.spark.arrivals import Arrivals
from streamgauge.engines.dual.spark.checkpoint import Checkpoint
from streamgauge.engines.dual.spark.early_commit import BatchEnd
from streamgauge.engines.dual.spark.patience import patiently
from streamgauge.engines.dual.spark.positions import ConsumerPositions
from streamgauge.engines.dual.spark.prefix import Prefix, header_sql, read_prefix
from streamgauge.engines.dual.spark.reports import Reports
from streamgauge.engines.dual.spark.scanned import ScannedRows
from streamgauge.engines.dual.spark.slots import Slots
from streamgauge.engines.dual.spark.standstill import await_former, await_standstill, is_closed, is_in_our_jvm
from streamgauge.engines.dual.spark.uncommitted import UncommittedOutput
from streamgauge.engines.spark.batches import batches_of
from streamgauge.engines.spark.endpoints import kafka_writer, ordered_kafka_writer, read_stream, reading_options
from streamgauge.engines.spark.trigger import MicroBatch, RealTime
from streamgauge.errors import MachineError, StreamgaugeError
from streamgauge.measure.components import BatchStretch
from streamgauge.transport.kafka.topic import KafkaTopic, end_offsets

REHEARSAL = "streamgauge-rehearsal"  # its folder beside the checkpoint, and what its consumers are called
REPORT_S = 1.0  # how often a part that moves in the data stream is asked for its report: its batches take longer


@dataclass(frozen=True, slots=True)
class Plan:
    """What a part computes: `build` turns the input's records into rows with `value` and `partition`, and says which columns
    hold their origin; none where a state or a shuffle has ended it, and then the hand-over repeats rows."""

    build: Callable[[Any], tuple[Any, tuple[str, ...]]]
    output_mode: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch that was done, and how long each stage of it took."""

    to: Paradigm
    at_s: float  # monotonic
    prepare_s: float
    commit_s: float  # until what had been read by then was committed, where that can be hastened
    stop_s: float  # until the output stood still
    find_s: float  # what the output holds
    start_s: float
    replayed: int  # records that are read again

    @property
    def stopped_s(self) -> float:
        """When nothing came out any more."""
        return self.at_s + self.prepare_s + self.commit_s

    def to_data(self) -> dict[str, Any]:
        return asdict(self) | {"to": self.to.value}


class NotSwitchedError(MachineError):
    """Kafka did not answer before anything was changed: the query runs on as it was, and the switch can be tried again."""


class SwitchableQuery:
    """A part at work."""

    def __init__(
        self,
        spark: Any,
        name: str,
        plan: Plan,
        source: KafkaTopic,
        sink: KafkaTopic,
        *,
        checkpoint: str,
        triggers: Mapping[Paradigm, MicroBatch | RealTime],
        read_tasks: int = 0,
        batch_records: int = 0,
        is_traced: bool = False,
        commits_first: bool = True,
        slots: Slots | None = None,
    ) -> None:
        """In the operation stream at least `read_tasks` read a batch, which is for plans whose rows do not depend on the order
        of records within a partition, and of at most `batch_records` (0: no limit). If it `is_traced`, it tells of all its
        batches. Unless it `commits_first`, a switch interrupts a real-time batch, as a stop does, and as all switches do where
        the executor is not in our JVM. Of `slots` it takes no more than its own; without, as many as there are."""
        self.name, self.source, self.sink = name, source, sink
        self.spark, self._plan, self._triggers = spark, plan, triggers
        self._reader = f"streamgauge-{uuid4().hex[:8]}"  # what its consumers are known by
        self.checkpoint = Checkpoint(spark, checkpoint)
        self.checkpoint.require_own(name)
        self.paradigm = Paradigm.DATA
        self.query: Any = None
        self._positions: ConsumerPositions | ScannedRows | None = None
        self._run_id = ""
        self._is_stopped = False  # by us
        self._is_at_rest = False  # stopped, and its output stands still
        self._reports = Reports(source.name)
        self.input_begins: tuple[int, ...] = ()  # for whoever trims the input to keep up with
        self._arrivals = Arrivals()
        self._asked_s = -math.inf  # when it was asked for its report
        self._last_processed = -1  # at the last look
        self._has_moved = False  # since the look before
        self._read_tasks, self._batch_records, self._is_traced, self.slots = read_tasks, batch_records, is_traced, slots
        self._batch_end = BatchEnd(spark) if commits_first and is_in_our_jvm(spark) else None
        self._started_ms = 0.0
        self._stretches: list[BatchStretch] = []  # those that are over
        self._ready: Any = None  # rows of the operation stream
        self.transformed, origin = self._plan.build(self._records(Paradigm.DATA))
        self.is_exact = bool(origin)
        self._output: UncommittedOutput  # since the start

    def start(self, paradigm: Paradigm = Paradigm.DATA) -> None:
        """Begin, or go on where the checkpoint says; what the output holds beyond the last commit is not written again."""
        self.checkpoint.end_former_owner()
        await_former(self.spark, self.sink, is_exact=self.is_exact)
        self.checkpoint.require_own(self.name)
        self._output = UncommittedOutput(self.checkpoint, self.name, self.sink.end_offsets())
        self._output.require_fit(self.sink, is_exact=self.is_exact)
        self.source = self.source.as_it_is_now()
        self._go_back_to_commit()
        self._output.write_down()
        self.input_begins = self.source.begin_offsets()
        self._start(paradigm, self._rows(self._written(), self._records(paradigm)))

    def switch(self, to: Paradigm, outage_s: float) -> Switch:
        """Change the paradigm. The query is in it when this returns; its first output comes a little later.

        If Kafka does not answer beforehand it is a `NotSwitchedError`, and nothing has changed; if afterwards, it is waited for,
        for `outage_s` at most.
        """
        begun = time.monotonic()
        if not self.is_exact:  # the plan does not depend on what was written, so it can be made before the stop
            rows = self._made_ready(to)
        prepared = time.monotonic()
        try:
            self._commit_early()
        except MachineError as error:
            raise NotSwitchedError(error.what, where=error.where, fix=error.fix) from error
        self._arrivals.forget()
        processed = self.processed()
        committed = time.monotonic()
        until_s = committed + outage_s
        patiently(self.stop, until_s)
        stopped = time.monotonic()
        self.source = patiently(self.source.as_it_is_now, until_s)
        if self.is_exact:
            rows = self._rows(patiently(self._written, until_s), self._records(to))
        found = time.monotonic()
        self._go_back_to_commit()
        patiently(lambda: self._start(to, rows), until_s)
        started = time.monotonic()
        self.input_begins = patiently(self.source.begin_offsets, until_s)
        replayed = max(0, processed - sum(self.committed.values()))
        prepare_s, commit_s, stop_s, find_s, start_s = (
            after - before for before, after in pairwise((begun, prepared, committed, stopped, found, started))
        )
        return Switch(to, begun, prepare_s, commit_s, stop_s, find_s, start_s, replayed)

    @property
    def can_be_made_ready(self) -> bool:
        return self._ready is None and not self.is_exact and self.paradigm is Paradigm.DATA

    def make_ready(self) -> None:
        """Make the plan of the operation stream before a burst: it takes a third of a second, in which the queue would grow."""
        self._ready = self._rows(Prefix(), self._records(Paradigm.OPERATION))

    def _made_ready(self, to: Paradigm) -> Any:
        """The rows of a plan, to be used once."""
        ready, self._ready = self._ready, None
        return ready if ready is not None and to is Paradigm.OPERATION else self._rows(Prefix(), self._records(to))

    def commit_and_stop(self) -> None:
        """As `stop`, and little of it is read again by the next start."""
        if self.query is not None and not self._is_at_rest and not is_closed(self.spark) and self.query.isActive:
            with suppress(StreamgaugeError):  # without Kafka as much is read again as after a crash
                self._commit_early()
        self.stop()

    def stop(self) -> None:
        """End the query; what it has written is whole and stands still."""
        if is_closed(self.spark):  # and all its queries with it
            self._is_stopped = self._is_at_rest = True
        if self.query is not None and not self._is_at_rest:
            self._is_stopped = True
            self.query.stop()
            await_standstill(self.spark, self._run_id, self.sink, is_exact=self.is_exact)
            if self._is_traced:
                self._stretches += self._stretch()
            self._is_at_rest = True

    def rehearse(self, batch_records: int) -> Any:
        """Start the plan as micro-batches from the beginning of the input into nothing; see `rehearsal`."""
        self.forget_rehearsal()  # of a run that was killed
        limits = {"maxOffsetsPerTrigger": str(batch_records), "failOnDataLoss": "false"}
        tasks = self.slots.for_rehearsal(self._read_tasks) if self.slots else self._read_tasks
        limits |= {"minPartitions": str(tasks)} if tasks else {}
        reading = reading_options(self.source, REHEARSAL)
        options = reading | {"subscribe": self.source.name, "startingOffsets": "earliest"} | limits
        rows = self._rows(Prefix(), self.spark.readStream.format("kafka").options(**options).load())
        writer = rows.writeStream.format("noop").outputMode(self._plan.output_mode)
        return MicroBatch(0.0).apply(writer.option("checkpointLocation", f"{self.checkpoint.location}/{REHEARSAL}")).start()

    def forget_rehearsal(self) -> None:
        self.checkpoint.delete(REHEARSAL)

    @property
    def output_mode(self) -> str:
        return self._plan.output_mode

    @property
    def committed(self) -> Mapping[int, int]:
        """For each partition of the input the offset behind which nothing is read again."""
        return dict(self._reports.committed)

    @property
    def last_durations_ms(self) -> Mapping[str, int]:
        """Of the batch that ended last, by what was done in it."""
        return self._reports.durations_ms

    @property
    def needed_output(self) -> Mapping[int, int]:
        """For each partition of the output the offset from which on a restart reads it; empty if a restart does not."""
        return dict(enumerate(self._output.begins)) if self.is_exact else {}

    def batch_stretches(self) -> list[BatchStretch]:
        """When it was in the operation stream, if it is traced."""
        is_running = self.query is not None and self.query.isActive
        return [*self._stretches, *(self._stretch() if is_running else [])]

    def _stretch(self) -> list[BatchStretch]:
        """From the last start until now."""
        if self.paradigm is Paradigm.DATA:
            return []
        return [BatchStretch(tuple(batches_of(self.query, self.query.recentProgress)), self._started_ms, time.time() * 1000)]

    def failure(self) -> str | None:
        """Why it has ended by itself; None if it runs, or was stopped here."""
        if self.query is None or self._is_stopped or self.query.isActive:
            return None
        error = self.query.exception()
        return "the query was stopped by somebody else" if error is None else str(error)

    def processed(self) -> int:
        """How many records of the input have been taken in: one by one in the data stream, batch by batch in the other."""
        if self.paradigm is Paradigm.OPERATION or self._positions is None:
            return max(sum(self.committed.values()), sum(self._reports.taken_in().values()))
        return self._positions.processed(self.committed, self._reports.batch)

    @property
    def is_under_way(self) -> bool:
        """Has it begun to read, or ended a batch?"""
        return bool(self.query and self.query.lastProgress) or bool(self._positions and self._positions.has_begun)

    @property
    def is_report_due(self) -> bool:
        """Is it time to ask whether it still runs and what it has committed? Each question is a message to the JVM."""
        is_moving = self._has_moved and self.paradigm is Paradigm.DATA and isinstance(self._positions, ConsumerPositions)
        return not is_moving or time.monotonic() - self._asked_s > REPORT_S

    def observe(self, arrived: int, ends: tuple[int, ...], input_ends: tuple[int, ...] = ()) -> PartObservation:
        """How far it is, given what has arrived, and where the output ended just now; and the input, if that is known.

        That must have been read before this is called, because the report is read here: see `UncommittedOutput`.
        """
        self._arrivals.seen(input_ends)
        batch: Batch | None = None
        if self.is_report_due:
            batch = self._take_report()
            self._asked_s = time.monotonic()
            self._output.seen(ends, has_commit=batch is not None, is_worth_a_file=self.is_exact)
        processed = self.processed()
        self._has_moved, self._last_processed = processed > self._last_processed, processed
        return PartObservation(
            paradigm=self.paradigm,
            arrived=arrived,
            processed=min(arrived, processed),
            committed=min(arrived, sum(self.committed.values())),
            written=sum(ends),
            batches=(batch,) if batch and batch.records and self.paradigm is Paradigm.OPERATION else (),
        )

    def _go_back_to_commit(self) -> None:
        commit = self.checkpoint.last_commit(self.source.name)
        if commit is None:
            self.checkpoint.clear_uncommitted()
        self._reports.begin(commit)

    def _commit_early(self) -> None:
        """End a real-time batch, where that can be done, and take in what has been committed by then."""
        input_ends, ends = end_offsets([self.source, self.sink])
        self._arrivals.seen(input_ends)  # the last look may be a while ago: parts are switched one after the other
        before = self._reports.newest()
        # The reader of a partition without records would wait for its time.
        if self.paradigm is Paradigm.DATA and self._batch_end and self._arrivals.are_everywhere:
            self._batch_end.end(self._run_id, is_over=lambda: self._reports.newest() != before)
        has_commit = self._take_report() is not None
        self._output.seen(ends, has_commit=has_commit, is_worth_a_file=self.is_exact)

    def _rows(self, prefix: Prefix, records: Any) -> Any:
        """The plan up to the sink, without what has been written."""
        rows, origin = self._plan.build(records)
        columns = [name for name in ("key", "value", "partition") if name in rows.columns]
        has_headers = "headers" in rows.columns
        if not origin:
            return rows.select(*columns, *(["headers"] if has_headers else []))
        condition = prefix.condition(origin, "partition", self.sink.partitions)
        kept = rows.where(condition) if condition else rows
        return kept.selectExpr(*columns, header_sql(self._output.writes_as, origin, "headers" if has_headers else None))

    def _records(self, paradigm: Paradigm) -> Any:
        if paradigm is Paradigm.DATA:
            return read_stream(self.spark, self.source, reader=self._reader)
        tasks = self.slots.for_batch(self._read_tasks) if self.slots else self._read_tasks
        return read_stream(self.spark, self.source, self._batch_records, tasks, reader=self._reader)

    def _written(self) -> Prefix:
        if not self.is_exact:
            return Prefix()
        return read_prefix(self.sink, self._output.writes_as, self._output.begins, self.source.partitions)

    def _start(self, paradigm: Paradigm, rows: Any) -> None:
        self._arrivals.forget()
        consumers = self._consumers() if is_in_our_jvm(self.spark) else None
        write = ordered_kafka_writer if self.is_exact else kafka_writer
        # A batch must be committed when it is reported; for real-time mode without state Spark would leave that for later.
        options = {"checkpointLocation": self.checkpoint.location, "asyncProgressTrackingEnabled": "false"}
        writer = write(rows, self.sink).outputMode(self._plan.output_mode).options(**options)
        self._started_ms = time.time() * 1000
        self.query = snapshots.start(self.spark, self._triggers[paradigm].apply(writer), paradigm)
        self._run_id = str(self.query.runId)
        self._reports.follow(self.query)
        self._positions = consumers or ScannedRows(self.spark, self._run_id, begins=lambda: self.input_begins)
        self.paradigm, self._is_stopped, self._is_at_rest = paradigm, False, False

    def _consumers(self) -> ConsumerPositions:
        return ConsumerPositions(
            self.spark,
            self._reader,
            self.source.partitions,
            begins=lambda: self.input_begins,
            ends=lambda: self._arrivals.ends,
        )

    def _take_report(self) -> Batch | None:
        """The batch that ended last, if it has not been told of yet."""
        if (batch := self._reports.take()) is None:
            return None
        if len(self.committed) > self.source.partitions:  # the topic has grown, and Spark reads all of it
            self.source = replace(self.source, partitions=len(self.committed))
        if self._positions is not None:
            self._positions.batch_ended()
        return batch
