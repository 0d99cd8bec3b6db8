"""The engine `dual`: a flow in parts, each in the paradigm that its queue asks for."""

import hashlib
import itertools
import os
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from streamgauge.engines.base import Option, Place, Progress
from streamgauge.engines.dual.cuts import CutRule
from streamgauge.engines.dual.describe import describe
from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.parts import Part, parts_of, slots_needed
from streamgauge.engines.dual.policy import Policy
from streamgauge.engines.spark.balance import BALANCE, read_tasks
from streamgauge.engines.spark.engine import COMMON_OPTIONS, READ_AHEAD, TRACE_OPTION, SparkEngine, SparkSessionOfOurs
from streamgauge.engines.spark.settings import ONE_TRY, SNAPSHOTS
from streamgauge.engines.spark.support import MICROBATCH_SUPPORT
from streamgauge.engines.spark.trigger import MicroBatch, RealTime
from streamgauge.engines.support import SupportTable, never
from streamgauge.engines.traced import TRACE
from streamgauge.errors import RequestError
from streamgauge.flow import Flow
from streamgauge.flow.json_form import to_json
from streamgauge.transport.base import Stamp, Topic
from streamgauge.transport.kafka.topic import KafkaTopic

if TYPE_CHECKING:
    from streamgauge.engines.dual.spark.part_latency import PartLatencies
    from streamgauge.engines.dual.spark.pipeline import DualPipeline
    from streamgauge.engines.dual.spark.slots import Slots
    from streamgauge.engines.dual.spark.switchable import Plan
    from streamgauge.measure.components import BatchStretch

_POLICY = Policy()

_OPTIONS = (
    *COMMON_OPTIONS,
    Option("cut", "one", "where the flow is cut into parts: one (nowhere), auto (where it brings something) or every"),
    Option("batch_interval", 0.0, "operation stream: seconds between batches; 0 starts each as soon as the last is done"),
    Option(BALANCE.name, BALANCE.default, f"operation stream: {BALANCE.effect}"),
    Option("realtime_batch", 5.0, "data stream: seconds between checkpoints; what a switch replays is at most as long"),
    READ_AHEAD,
    Option("hold", _POLICY.hold_s, "seconds for which a queue must be too long before parts switch"),
    Option("cool_down", _POLICY.cool_down_s, "seconds for which a part rests after a switch"),
    Option("switches_per_minute", _POLICY.switches_per_minute, "the most there may be"),
    Option(
        "rehearsal",
        _POLICY.rehearsal_s,
        "seconds for which each part's operation stream is rehearsed after the start, at most",
    ),
    Option("model", "", "values of the model that are not to be calibrated, such as K=0.2,PD=12000"),
    TRACE_OPTION,
)

# Every task of all parts needs a slot at once, also where there are few cores, and batches that all cores are to read need some
# more; slots cost nothing.
_MASTER = f"local[{max(32, 8 * (os.cpu_count() or 1))}]"

_NEEDS_KAFKA = never("its parts hand over from topic to topic, and need a log that can be replayed from any offset")
_NOTHING_TO_SWITCH = never("its feedback needs batches: there is no other paradigm to switch to")


@dataclass(frozen=True, slots=True)
class DualEngine:
    """Both paradigms of Spark over one plan and one checkpoint for each part."""

    name: str = "dual"
    paradigm: str = "record at a time when calm, micro-batch in a burst"
    summary: str = "Spark, switching each part between real-time mode and micro-batch as its queue grows and shrinks"
    options: tuple[Option, ...] = _OPTIONS
    jar_groups: tuple[str, ...] = ("spark-kafka",)
    environment: None = None
    support: SupportTable = field(
        default=SupportTable(
            steps={**MICROBATCH_SUPPORT.steps, "iterate": _NOTHING_TO_SWITCH},
            limits=MICROBATCH_SUPPORT.limits,
            inputs={**MICROBATCH_SUPPORT.inputs, "files": _NEEDS_KAFKA},
            outputs=dict.fromkeys(MICROBATCH_SUPPORT.outputs, _NEEDS_KAFKA) | {"kafka": MICROBATCH_SUPPORT.outputs["kafka"]},
        )
    )

    def open(self, options: Mapping[str, Any], place: Place) -> "DualSession":
        spark_engine = SparkEngine(self.name, self.paradigm, self.summary, self.support, self.options, self.jar_groups)
        settled = spark_engine.with_defaults(options)
        own = {"master": settled["master"] or _MASTER, "spark_conf": SNAPSHOTS | ONE_TRY | settled["spark_conf"]}
        return DualSession(settled | own, spark_engine, place)


ENGINE = DualEngine()


class DualSession:
    """A Spark session in which pipelines run."""

    def __init__(self, options: Mapping[str, Any], engine: SparkEngine, place: Place) -> None:
        self._options, self._place = options, place
        self._rule = _cut_rule(options["cut"])
        self._policy = Policy(
            options["hold"], options["cool_down"], options["switches_per_minute"], rehearsal_s=options["rehearsal"]
        )
        self._given = _numbers(options["model"])
        self._numbers = itertools.count(1)
        self._session = SparkSessionOfOurs(engine, options, place)

    @property
    def spark(self) -> Any:
        return self._session.spark

    def start(self, flow: Flow, input_topic: Topic, output_topic: Topic) -> "RunningDual":
        from streamgauge.engines.dual.controller import Controller
        from streamgauge.engines.dual.spark.pipeline import DualPipeline
        from streamgauge.engines.dual.spark.switchable import SwitchableQuery

        assert isinstance(input_topic, KafkaTopic)  # noqa: S101 - its support says so
        assert isinstance(output_topic, KafkaTopic)  # noqa: S101
        parts = self.parts(flow)
        self._require_traceable(parts)
        batch_tasks = [read_tasks(self._session.spark, part.flow, self._options) for part in parts]
        slots = self._slots(parts, input_topic.partitions, batch_tasks)
        topics = _Topics(input_topic, output_topic, parts)
        triggers: dict[Paradigm, MicroBatch | RealTime] = {
            Paradigm.DATA: RealTime(self._options["realtime_batch"]),
            Paradigm.OPERATION: MicroBatch(self._options["batch_interval"]),
        }
        run = next(self._numbers)
        try:
            queries = [
                SwitchableQuery(
                    self._session.spark,
                    _pipeline_name(part, source, sink),
                    _plan(part, sink.partitions, self._session.read_ahead_ms, with_stamps=self._options[TRACE]),
                    source,
                    sink,
                    checkpoint=str(self._place.work / f"checkpoint-{run}-{part.number}"),
                    triggers=triggers,
                    read_tasks=tasks,
                    is_traced=self._options[TRACE],
                    slots=own,
                )
                for part, (source, sink), tasks, own in zip(parts, topics.pairs, batch_tasks, slots, strict=True)
            ]
            fixed = frozenset(part.number for part in parts if part.stays)
            interval_s = self._options["batch_interval"]
            controller = Controller.of(len(parts), fixed=fixed, given=self._given, interval_s=interval_s, policy=self._policy)
            pipeline = DualPipeline(queries, controller)
            pipeline.start()
        except BaseException:
            topics.delete()
            raise
        running = RunningDual(pipeline, topics)
        if len(parts) > 1:
            running.watch({" + ".join(part.steps): sink for part, (_, sink) in zip(parts, topics.pairs, strict=True)})
        return running

    def _slots(self, parts: tuple[Part, ...], input_partitions: int, batch_tasks: list[int]) -> "list[Slots]":
        """Those of each part; refused if there are not enough for all."""
        from streamgauge.engines.dual.spark.slots import shared_out
        from streamgauge.engines.spark.task_slots import task_slots

        shuffle_partitions = self._options["shuffle_partitions"]
        self._session.require_slots(slots_needed(parts, input_partitions, shuffle_partitions))
        stages = [part.stages(input_partitions, shuffle_partitions) for part in parts]
        return shared_out(stages, batch_tasks, task_slots(self._session.spark))

    def _require_traceable(self, parts: tuple[Part, ...]) -> None:
        if self._options[TRACE] and len(parts) > 1:
            raise RequestError(
                f"stamps do not travel from part to part, and this flow has {len(parts)}",
                where=f"--option cut={self._rule.value}",
                fix="leave it out; in other experiments each part's share of the latency is told",
            )

    def parts(self, flow: Flow) -> tuple[Part, ...]:
        """A flow in which rows wait for a watermark is not cut: only its source would see the end of the input."""
        return parts_of(flow, CutRule.ONE if flow.waits_for_time else self._rule)

    def explain(self, flow: Flow) -> str:
        parts = self.parts(flow)
        plans = [f"plan of part {part.number}\n{self._session.explain(part.flow)}" for part in parts]
        return "\n\n".join([describe(parts, self._options["shuffle_partitions"]), *plans])

    @property
    def process_ids(self) -> tuple[int, ...]:
        """Spark's; the controller runs in ours, and tells its own cost."""
        return self._session.process_ids

    def figures(self) -> dict[str, float]:
        return self._session.figures()

    def close(self) -> None:
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class RunningDual:
    """A pipeline as a running flow."""

    def __init__(self, pipeline: "DualPipeline", topics: "_Topics") -> None:
        self.pipeline = pipeline
        self._topics = topics
        self._latencies: PartLatencies | None = None

    def watch(self, outputs: Mapping[str, KafkaTopic]) -> None:
        """Measure from now on what each part adds to the latency, given the topics behind them by the parts' names."""
        from streamgauge.engines.dual.spark.part_latency import PartLatencies

        try:
            self._latencies = PartLatencies(outputs, self.pipeline.tell_operations)
        except BaseException:
            self.stop()
            raise

    def progress(self) -> Progress:
        seen = self.pipeline.last
        if seen is None:
            return Progress(0)
        # What still waits between parts is not dealt with, however far the first part is.
        waiting = sum(part.queue for part in seen.parts[1:])
        consumed = max(0, seen.parts[0].processed - (1 if waiting else 0))
        details = {
            "paradigms": [part.paradigm.value for part in seen.parts],
            "queues": [part.queue for part in seen.parts],
            "events": [*self.pipeline.events, self.pipeline.cost_so_far(), self.pipeline.model_so_far()],
            "latency_ms": self.pipeline.latency_ms(),
        }
        in_batches = any(part.uncommitted for part in seen.parts if part.paradigm is Paradigm.OPERATION)
        return Progress(consumed, is_busy=bool(waiting) or in_batches, details=details)

    def batch_stretches(self) -> "list[BatchStretch]":
        """Only a flow in one part is traced."""
        return [stretch for part in self.pipeline.parts for stretch in part.batch_stretches()]

    def failure(self) -> str | None:
        return self.pipeline.failure()

    def explain(self) -> str:
        return "\n\n".join(part.query._jsq.explainInternal(False) for part in self.pipeline.parts)

    def stop(self) -> None:
        """Each of them, whatever becomes of the others: first those who look at the topics, the topics last."""
        with ExitStack() as ending:
            ending.callback(self._topics.delete)
            ending.callback(self.pipeline.stop)
            if self._latencies is not None:
                ending.callback(self._latencies.stop)


class _Topics:
    """The input, the topics between parts, which are ours, and the output."""

    def __init__(self, first: KafkaTopic, last: KafkaTopic, parts: tuple[Part, ...]) -> None:
        from streamgauge.transport.kafka.transport import KafkaTransport

        self._transport = KafkaTransport(first.bootstrap_servers, first.settings)
        self._between: list[KafkaTopic] = []
        for part in parts[:-1]:
            assert part.writes is not None  # noqa: S101 - all but the last write to a hop
            name, partitions = f"{last.name}-part-{part.number}", part.writes.partitions or first.partitions
            self._between.append(self._transport.create_topic(name, partitions=partitions, stamp=Stamp.APPENDED))
        topics = [first, *self._between, last]
        self.pairs = list(itertools.pairwise(topics))

    def delete(self) -> None:
        for topic in self._between:
            with suppress(RequestError):
                self._transport.delete_topic(topic.name)


def _plan(part: Part, output_partitions: int, read_ahead_ms: int, *, with_stamps: bool) -> "Plan":
    from streamgauge.engines.dual.spark.switchable import Plan
    from streamgauge.engines.spark.lowering import lower_with_origin, output_mode

    in_records = part.reads.marks if part.reads else ()
    keeps_partitions = part.writes is not None and part.writes.keeps_partitions

    def build(records: Any) -> tuple[Any, tuple[str, ...]]:
        rows, origin = lower_with_origin(
            part.flow,
            records,
            output_partitions=output_partitions,
            with_stamps=with_stamps,
            marks_in_records=in_records,
            read_ahead_ms=read_ahead_ms,
        )
        if keeps_partitions:
            rows = rows.withColumn("partition", rows[origin[0]].cast("int"))
        return rows, origin if part.is_ordered else ()

    return Plan(build, output_mode(part.flow))


def _pipeline_name(part: Part, source: KafkaTopic, sink: KafkaTopic) -> str:
    """What tells one pipeline from another: what it computes, from where, and where to."""
    return hashlib.sha256("\n".join((to_json(part.flow), source.name, sink.name)).encode()).hexdigest()[:12]


def _cut_rule(text: str) -> CutRule:
    try:
        return CutRule(text)
    except ValueError:
        rules = ", ".join(rule.value for rule in CutRule)
        raise RequestError(f"there is no cut {text!r}", where="--option cut", fix=f"one of: {rules}") from None


def _numbers(text: str) -> dict[str, float]:
    """Values by symbol.

    >>> _numbers("K=0.2,PD=12000")
    {'K': 0.2, 'PD': 12000.0}
    """
    pairs = [each.partition("=") for each in text.split(",") if each]
    try:
        return {symbol: float(value) for symbol, _, value in pairs}
    except ValueError:
        raise RequestError(f"{text!r} is not symbol=number,...", where="--option model", fix="model=K=0.2,PD=12000") from None
