"""`DualQuery`: a user's own PySpark pipeline, kept in the better of Spark's two paradigms."""

import logging
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from streamgauge.engines.dual.controller import Controller
from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.parts import SPARE_SLOTS
from streamgauge.engines.dual.policy import Policy
from streamgauge.engines.dual.spark.checkpoint import MODEL_FILE
from streamgauge.engines.dual.spark.own_pipeline import Guarantee, guarantee_of, plan_of, stages_of
from streamgauge.engines.dual.spark.pipeline import DualPipeline, Event
from streamgauge.engines.dual.spark.slots import shared_out
from streamgauge.engines.dual.spark.standstill import is_in_our_jvm
from streamgauge.engines.dual.spark.switchable import SwitchableQuery
from streamgauge.engines.spark.settings import ONE_TRY, STATE
from streamgauge.engines.spark.task_slots import task_slots
from streamgauge.engines.spark.trigger import MicroBatch, RealTime
from streamgauge.errors import EngineError, RequestError
from streamgauge.transport.kafka.topic import KafkaTopic

_LOG = logging.getLogger(__name__)
_FIRST_BATCH_S = 20.0
_REFUSAL = "STREAMING_REAL_TIME_MODE"
_SHUFFLE_PARTITIONS = "spark.sql.shuffle.partitions"
_SPECULATION = "spark.speculation"


class DualQuery:
    """One streaming query that runs in real-time mode while its input is calm, and in micro-batches during a burst.

    `source` and `sink` are topics (`kafka://HOST:PORT/TOPIC`, or a `KafkaTopic` with its client settings). `transform` gets the
    source's records, with the columns of Spark's Kafka source and their origin (`origin_partition`, `origin_offset`), and gives
    rows with `value`, and `key` or `partition` if they matter. Where it keeps the origin and has neither state nor shuffle, each
    record is written exactly once, whatever happens; `guarantee` says what holds. `checkpoint` is a folder that Spark can
    reach: started again with it, the query goes on where it was.

    `unsupported` says what to do with a transformation that real-time mode cannot run: "refuse" it, or keep it in
    "microbatch". Values in `model` are not calibrated (see docs/dual-controller.md). `on_switch` is called after each switch.

    A micro-batch takes at most `max_batch_records` (0: whatever waits). With `batch_tasks`, at least so many tasks read it, also
    of a topic with fewer partitions: for a transformation to which the order of the records within a partition does not matter.
    They are no more than the session has slots.

    It is a context manager, which stops it at the end: `with DualQuery(...).start() as query: ...`
    """

    def __init__(
        self,
        spark: Any,
        *,
        source: str | KafkaTopic,
        transform: Callable[[Any], Any],
        sink: str | KafkaTopic,
        checkpoint: str | Path,
        policy: Policy | None = None,
        model: Mapping[str, float] | None = None,
        output_mode: str = "update",
        realtime_batch_s: float = 5.0,
        batch_interval_s: float = 0.0,
        batch_tasks: int = 0,
        max_batch_records: int = 0,
        unsupported: str = "refuse",
        on_switch: Callable[[Event], None] = lambda _: None,
    ) -> None:
        if unsupported not in ("refuse", "microbatch"):
            raise RequestError(f"unsupported={unsupported!r}", where="DualQuery", fix='unsupported="refuse" or "microbatch"')
        if max_batch_records < 0:
            raise RequestError(f"max_batch_records={max_batch_records}", where="DualQuery", fix="1 or more; 0 for no limit")
        _require_jvm(spark)
        _require_settings(spark)
        self._source = KafkaTopic.from_url(source) if isinstance(source, str) else source
        self._sink = KafkaTopic.from_url(sink) if isinstance(sink, str) else sink
        self._spark, self._on_switch, self._unsupported = spark, on_switch, unsupported
        self._policy, self._given = policy or Policy(), dict(model or {})
        self._interval_s, self._batch_tasks = batch_interval_s, batch_tasks
        name = sha256(f"{self._source.name}\n{self._sink.name}".encode()).hexdigest()[:12]
        self._part = SwitchableQuery(
            spark,
            name,
            plan_of(transform, output_mode, self._sink.partitions),
            self._source,
            self._sink,
            checkpoint=str(checkpoint),
            triggers={Paradigm.DATA: RealTime(realtime_batch_s), Paradigm.OPERATION: MicroBatch(batch_interval_s)},
            read_tasks=batch_tasks,
            batch_records=max_batch_records,
        )
        self.guarantee: Guarantee = guarantee_of(self._part.transformed)
        if self.guarantee is Guarantee.EXACTLY_ONCE:
            _require_one_try(spark)
        if batch_tasks and self.guarantee is Guarantee.EXACTLY_ONCE:
            raise RequestError(
                "each record is written exactly once only in the order of its partition, which several tasks do not keep",
                where=f"batch_tasks={batch_tasks}",
                fix="leave it out, or give the topic more partitions",
            )
        self._pipeline: DualPipeline | None = None
        self._done = threading.Event()

    def start(self) -> "DualQuery":
        """Begin in real-time mode, and see that it takes the transformation."""
        if self._pipeline is not None:
            raise RequestError("the query has been started already", where="DualQuery.start", fix="make a new DualQuery")
        if self.guarantee is Guarantee.AT_LEAST_ONCE:
            what = "the transformation drops the origin of its rows, gives several the same, or is not deterministic"
            warnings.warn(f"{what}: {self.guarantee.value}", stacklevel=2)
        lacking = self._lacking_slots()
        if lacking and self._unsupported == "refuse":
            fix = "a session with more, such as local[32], or fewer spark.sql.shuffle.partitions"
            raise RequestError(lacking, where=f"master {self._spark.sparkContext.master}", fix=fix)
        if lacking:
            warnings.warn(f"{lacking}: the query stays in micro-batches", stacklevel=2)
        refusal = lacking or self._run_unless_refused() or self._refusal()
        if refusal and self._unsupported == "refuse":
            self.stop()
            raise RequestError(
                f"real-time mode cannot run this transformation: {refusal}",
                where="transform",
                fix='change it, or give unsupported="microbatch" to stay in micro-batches',
            )
        if refusal:
            self._end()
            self._run(is_fixed=True)
        return self

    def _lacking_slots(self) -> str:
        """Why real-time mode would not find a slot for each of its tasks, if it would not; the part learns what it may take."""
        partitions = self._source.as_it_is_now().partitions
        shuffle_partitions = self._part.checkpoint.setting(_SHUFFLE_PARTITIONS) or self._spark.conf.get(_SHUFFLE_PARTITIONS)
        stages = stages_of(self._part.transformed, partitions, int(shuffle_partitions))
        needed = sum(stages) + SPARE_SLOTS
        found = task_slots(self._spark, needed)
        (self._part.slots,) = shared_out([stages], [self._batch_tasks], found)
        return f"real-time mode needs {needed} task slots at once, this Spark has {found}" if found < needed else ""

    def _run_unless_refused(self) -> str:
        """Begin in real-time mode; why Spark does not even plan it so, if it does not."""
        from pyspark.errors import AnalysisException

        try:
            self._run(is_fixed=False)
        except AnalysisException as error:
            if _REFUSAL not in str(error):
                raise RequestError(
                    f"Spark refuses this transformation: {_short(str(error))}",
                    where=f"transform, output_mode={self._part.output_mode!r}",
                    fix='change it, or try output_mode="append" with unsupported="microbatch"',
                ) from error
            return _short(str(error))
        return ""

    def _run(self, *, is_fixed: bool) -> None:
        kept = self._part.checkpoint.read_json(MODEL_FILE)
        fixed = frozenset({1}) if is_fixed else frozenset[int]()
        known = Model.from_data(kept) if kept else None
        if known is not None and [part.is_fixed for part in known.parts] != [is_fixed]:
            known = None  # it was learnt in the other case, by a pipeline that could or could not switch
        controller = Controller.of(
            1, fixed=fixed, kept=known, given=self._given, interval_s=self._interval_s, policy=self._policy
        )
        self._pipeline = DualPipeline([self._part], controller, on_event=self._heard)
        try:
            self._pipeline.start()
        except BaseException:
            self._pipeline = None  # it has not begun, and has nothing to tell or to end
            raise

    def _refusal(self) -> str:
        """Why real-time mode does not take the plan; empty as soon as a batch is under way."""
        deadline = time.monotonic() + _FIRST_BATCH_S
        while time.monotonic() < deadline:
            failure = self._part.failure() or self._failure() or ""
            if _REFUSAL in failure:
                return _short(failure)
            if failure:
                self.stop()
                raise EngineError(f"the query failed: {_short(failure)}", where="DualQuery.start", fix="see Spark's log")
            if self._part.is_under_way:
                return ""
            time.sleep(0.05)
        return ""

    def await_termination(self, timeout_s: float | None = None) -> bool:
        """Wait until the query ends; False if it has not after `timeout_s`. A failure is raised as an `EngineError`."""
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        while not self._done.wait(0.2):
            if failure := self._failure():
                with suppress(Exception):  # whatever keeps it from being cleared up, this is what happened
                    self.stop()
                raise EngineError(f"the query failed: {_short(failure)}", where="DualQuery", fix="see Spark's log")
            if deadline is not None and time.monotonic() > deadline:
                return False
        return True

    def _failure(self) -> str | None:
        return None if self._pipeline is None else self._pipeline.failure()

    def status(self) -> dict[str, Any]:
        """What it does now: paradigm, queue, counts, guarantee, the model, and all events so far; why it ended by itself."""
        pipeline = self._pipeline
        seen = pipeline.last.parts[0] if pipeline is not None and pipeline.last is not None else None
        return {
            "is_running": pipeline is not None and not self._done.is_set() and self._failure() is None,
            "failure": self._failure(),
            "paradigm": self._part.paradigm.value,
            "queue": seen.queue if seen else None,
            "processed": seen.processed if seen else None,
            "committed": seen.committed if seen else None,
            "written": seen.written if seen else None,
            "guarantee": self.guarantee.value,
            "model": pipeline.controller.model.to_data()["parts"][0] if pipeline is not None else {},
            "latency_ms": pipeline.latency_ms()[0] if pipeline is not None else {},
            "controller": pipeline.cost_so_far() if pipeline is not None else {},
            "events": list(pipeline.events) if pipeline is not None else [],
        }

    def stop(self) -> None:
        """End the query; what it has written is whole, and a later start with the same checkpoint goes on from there."""
        try:
            self._end()
        finally:
            self._done.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _end(self) -> None:
        if self._pipeline is not None:
            self._pipeline.stop()
            self._keep_model()

    def _heard(self, event: Event) -> None:
        if event["event"] == "switch":
            try:
                self._on_switch(event)
            except Exception:  # noqa: BLE001 - whatever the user's own code does
                _LOG.exception("on_switch failed; the query goes on")
        elif event["event"] == "first output":
            try:
                self._keep_model()
            except Exception:  # noqa: BLE001 - it is a help to the next start, and no more
                _LOG.exception("what was learnt could not be kept; the query goes on")

    def _keep_model(self) -> None:
        """After every switch, and at the end: a program that is killed has no end."""
        if self._pipeline is not None:
            self._part.checkpoint.write_json(MODEL_FILE, self._pipeline.controller.model.to_data())


def _require_jvm(spark: Any) -> None:
    """A session of Spark Connect has none to look into."""
    try:
        jvm = spark._jvm
    except Exception:  # noqa: BLE001 - pyspark's own, which older ones do not have
        jvm = None
    if jvm is None:
        raise RequestError(
            "this Spark session has no JVM of its own", where="DualQuery", fix="a classic session, not one of Spark Connect"
        )


def _require_one_try(spark: Any) -> None:
    """Where executors are elsewhere, Spark tries a task again unless it is told not to, and twice at once if it is told to."""
    if is_in_our_jvm(spark):
        return
    settings = spark.sparkContext.getConf()
    if settings.get(_SPECULATION, "false") == "true":
        raise RequestError(
            "Spark would run slow tasks twice at once, and write twice what they write",
            where=f"the settings of the session, {_SPECULATION}",
            fix=f"set {_SPECULATION}=false",
        )
    name, value = next(iter(ONE_TRY.items()))
    if settings.get(name) != value:
        raise RequestError(
            "Spark would try failed tasks again, and write again what they have written",
            where=f"the settings of the session, {name}",
            fix=f"set {name}={value}; all that are needed: streamgauge.dual.CLUSTER_SETTINGS",
        )


def _short(failure: str) -> str:
    """The part of Spark's message that says what happened."""
    return " ".join(failure.partition("\n\n")[0].partition("JVM stacktrace")[0].split())[:400]


def _require_settings(spark: Any) -> None:
    """Real-time mode needs them, and state that was written without them cannot be switched."""
    wrong = {name: value for name, value in STATE.items() if spark.conf.get(name, None) != value}
    if wrong:
        name, value = next(iter(wrong.items()))
        raise RequestError(
            f"this Spark session has {name} = {spark.conf.get(name, None)}",
            where="the settings of the session",
            fix=f"set {name}={value}; all that are needed: streamgauge.dual.SETTINGS",
        )
