"""The engines `spark-microbatch` and `spark-realtime`: one plan, two triggers."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from streamgauge.engines.base import Option, Place
from streamgauge.engines.log4j import log_settings_text
from streamgauge.engines.spark.balance import BALANCE, read_tasks
from streamgauge.engines.spark.settings import MINIMUM_BATCH, default_master, session_settings
from streamgauge.engines.spark.stages import stages_of
from streamgauge.engines.spark.support import MICROBATCH_SUPPORT, REALTIME_SUPPORT
from streamgauge.engines.spark.trigger import MicroBatch, RealTime
from streamgauge.engines.support import SupportTable
from streamgauge.engines.traced import TRACE
from streamgauge.errors import RequestError
from streamgauge.flow import Flow
from streamgauge.flow.flaws import nearest
from streamgauge.host import jars
from streamgauge.transport.base import Topic

if TYPE_CHECKING:
    from streamgauge.engines.spark.running import RunningQuery


COMMON_OPTIONS = (
    Option("master", None, "Spark's master URL; local with a slot for every task by default"),
    Option("spark_conf", {}, "further Spark settings; they win over ours"),
    Option("shuffle_partitions", 2, "tasks after a shuffle"),
    Option("driver_memory", "3g", "heap of Spark's driver, which in local mode does the work too"),
)
TRACE_OPTION = Option(TRACE, False, "stamp each record after each operation, as breakdown needs it")
_MICROBATCH = (
    Option("batch_interval", 0.0, "seconds between batches; 0 starts each as soon as the last is done"),
    Option("batch_records", 0, "most records in a batch; 0 for no limit"),
    BALANCE,
    TRACE_OPTION,
)
READ_AHEAD = Option(
    "read_ahead",
    600.0,
    "seconds of event time by which one partition may be read ahead of another before records of the other are called late; a "
    "state is kept so much longer",
)
_REALTIME = (Option("realtime_batch", 5.0, "seconds between checkpoints; not the latency"), READ_AHEAD, TRACE_OPTION)


@dataclass(frozen=True, slots=True)
class SparkEngine:
    """Spark in one of its paradigms."""

    name: str
    paradigm: str
    summary: str
    support: SupportTable
    options: tuple[Option, ...]
    jar_groups: tuple[str, ...] = ("spark-kafka",)
    environment: None = None

    def open(self, options: Mapping[str, Any], place: Place) -> "SparkSessionOfOurs":
        return SparkSessionOfOurs(self, self.with_defaults(options), place)

    def with_defaults(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """All options, `options` or by default; unknown ones are refused."""
        known = {option.name: option.default for option in self.options}
        for name in options.keys() - known.keys():
            raise RequestError(f"engine {self.name} has no option {name!r}", where="--option", fix=nearest(name, known))
        return known | dict(options)


MICROBATCH = SparkEngine(
    "spark-microbatch",
    "micro-batch",
    "Spark's operation stream: a batch at a time",
    MICROBATCH_SUPPORT,
    COMMON_OPTIONS + _MICROBATCH,
)
REALTIME = SparkEngine(
    "spark-realtime", "record at a time", "Spark's data stream: real-time mode", REALTIME_SUPPORT, COMMON_OPTIONS + _REALTIME
)


class SparkSessionOfOurs:
    """A Spark session in which flows run in one paradigm; sessions that agree on their settings share a JVM."""

    def __init__(self, engine: SparkEngine, options: Mapping[str, Any], place: Place) -> None:
        from streamgauge.engines.spark.jvm import start_spark

        self._engine = engine
        self._options = options
        self._place = place
        self._numbers = itertools.count(1)
        self.spark = start_spark(self._settings(), place.logs / "spark-jvm.log")

    def _settings(self) -> dict[str, str]:
        shortest = (
            {MINIMUM_BATCH: str(round(self._options["realtime_batch"] * 1000))} if "realtime_batch" in self._options else {}
        )
        log_settings = self._place.work / "log4j2.properties"
        log_settings.write_text(log_settings_text(self._place.logs / "spark.log"))
        return session_settings(
            master=self._master,
            shuffle_partitions=self._options["shuffle_partitions"],
            driver_memory=self._options["driver_memory"],
            jars=jars.fetch("spark-kafka"),
            work=self._place.work,
            log_settings=log_settings,
            given=shortest | self._options["spark_conf"],
        )

    @property
    def read_ahead_ms(self) -> int:
        """Batches take all partitions alike: nothing is read ahead in them."""
        seconds: float = self._options.get(READ_AHEAD.name, 0.0)
        return round(seconds * 1000)

    @property
    def trigger(self) -> MicroBatch | RealTime:
        if "realtime_batch" in self._options:
            return RealTime(self._options["realtime_batch"])
        return MicroBatch(self._options["batch_interval"])

    def start(self, flow: Flow, input_topic: Topic, output_topic: Topic) -> "RunningQuery":
        from streamgauge.engines.spark.endpoints import read_stream, write_stream
        from streamgauge.engines.spark.iterate import iterate_stream, iterating
        from streamgauge.engines.spark.lowering import lower, output_mode
        from streamgauge.engines.spark.running import RunningQuery

        if isinstance(self.trigger, RealTime):
            self.require_slots(sum(stages_of(flow, input_topic.partitions, self._options["shuffle_partitions"])))
        tasks = read_tasks(self.spark, flow, self._options)
        records = read_stream(self.spark, input_topic, self._options.get("batch_records", 0), tasks)
        checkpoint = self._checkpoint()
        if (step := iterating(flow)) is not None:
            writer = iterate_stream(step, records, output_topic, Path(f"{checkpoint}-centroids"))
        else:
            rows = lower(
                flow,
                records,
                output_partitions=output_topic.partitions,
                with_stamps=self._options[TRACE],
                read_ahead_ms=self.read_ahead_ms,
            )
            writer = write_stream(rows, output_topic, flow.sink.folders)
        writer = writer.outputMode(output_mode(flow)).option("checkpointLocation", checkpoint)
        return RunningQuery(self.trigger.apply(writer).start(), has_batches=isinstance(self.trigger, MicroBatch))

    def _checkpoint(self) -> str:
        return str(self._place.work / f"checkpoint-{next(self._numbers)}")

    def require_slots(self, needed: int) -> None:
        """Spark ends a query of real-time mode whose tasks do not all find a slot, and does not say how many they need."""
        from streamgauge.engines.spark.task_slots import task_slots

        slots = task_slots(self.spark, needed)
        if slots < needed:
            raise RequestError(
                f"real-time mode needs {needed} task slots at once, this Spark has {slots}",
                where=f"--master {self._master}",
                fix=f"--master local[{needed + 2}], or a cluster with more cores",
            )

    @property
    def _master(self) -> str:
        return self._options["master"] or default_master()

    def explain(self, flow: Flow) -> str:
        from streamgauge.engines.spark.iterate import iterating, points
        from streamgauge.engines.spark.lowering import INPUT_COLUMNS, lower

        empty = self._place.work / "no-records"
        empty.mkdir(exist_ok=True)
        records = self.spark.read.schema(INPUT_COLUMNS).parquet(str(empty))
        step = iterating(flow)
        plan = (
            lower(flow, records, output_partitions=1, read_ahead_ms=self.read_ahead_ms) if step is None else points(step, records)
        )
        return str(plan._jdf.queryExecution().executedPlan().toString())

    @property
    def process_ids(self) -> tuple[int, ...]:
        from streamgauge.engines.spark.jvm import jvm_pid

        return (jvm_pid(self.spark),)

    def figures(self) -> dict[str, float]:
        from streamgauge.engines.spark.jvm import executors, gc_seconds

        return {"gc_s": gc_seconds(self.spark), "executors": executors(self.spark)}

    def close(self) -> None:
        from streamgauge.engines.spark.jvm import stop_spark

        stop_spark(self.spark)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
