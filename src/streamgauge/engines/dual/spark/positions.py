"""How far a running query has read, several times a second, where its executor is in our JVM; else see `scanned`.

Real-time mode reports at the end of a batch only. Its Kafka consumers live in Spark's JVM, and their own metrics are live
inside a batch: a consumer's lead is its distance from the beginning of the partition.
"""

import math
import threading
import time
from collections.abc import Mapping
from typing import Any

from streamgauge.transport.kafka.topic import KafkaTopic

_BEANS = "kafka.consumer:type=consumer-fetch-manager-metrics,topic={topic},partition=*,client-id=*"
_LEAD = "records-lead"

_BEGINNINGS_S = 5.0  # how long the beginning of the input is taken to stay where it is

REHEARSAL = "streamgauge-rehearsal"  # consumers whose group begins so are not the query's own


class ConsumerPositions:
    """The positions of the consumers that were made after this object was."""

    def __init__(self, spark: Any, source: KafkaTopic) -> None:
        jvm = spark._jvm
        self._source = source
        self._beginnings: tuple[float, tuple[int, ...]] = (0.0, ())
        self._gateway, self._jvm = spark.sparkContext._gateway, jvm
        self._server = jvm.java.lang.management.ManagementFactory.getPlatformMBeanServer()
        # The server's class is hidden from reflection, its interface is not.
        self._interface = jvm.java.lang.Class.forName("javax.management.MBeanServer")
        self._query = self._method("queryNames", "javax.management.ObjectName", "javax.management.QueryExp")
        self._get = self._method("getAttribute", "javax.management.ObjectName", "java.lang.String")
        names = (source.name, jvm.javax.management.ObjectName.quote(source.name))
        self._patterns = [self._values(jvm.javax.management.ObjectName(_BEANS.format(topic=name)), None) for name in names]
        self._old = {each.getCanonicalName() for each in self._found()}
        self._beans: dict[str, tuple[int, Any]] = {}  # the partition, and what to ask for its lead with
        self._lock = threading.Lock()

    @property
    def has_begun(self) -> bool:
        return bool(self.leads())

    def processed(self, committed: Mapping[int, int], batch: int) -> int:  # noqa: ARG002 - consumers know no batches
        """How many records have been read, given what is committed with this batch."""
        leads, beginnings = self.leads(), self._input_beginnings()
        return sum(
            max(committed.get(number, 0), beginnings[number] + leads.get(number, 0)) for number in range(self._source.partitions)
        )

    def leads(self) -> Mapping[int, int]:
        """For each partition that is being read, how many records lie between its beginning and its reader."""
        with self._lock:
            return self._current()

    def batch_ended(self) -> None:
        """Find new consumers; a batch may begin with others than the last."""
        with self._lock:
            self._look_for_new()

    def _input_beginnings(self) -> tuple[int, ...]:
        asked_s, beginnings = self._beginnings
        if not beginnings or time.monotonic() - asked_s > _BEGINNINGS_S:
            beginnings = self._source.begin_offsets()
            self._beginnings = (time.monotonic(), beginnings)
        return beginnings

    def _current(self) -> Mapping[int, int]:
        leads = self._ask()
        if not leads or len(leads) < len({partition for partition, _ in self._beans.values()}):
            self._look_for_new()
            leads = self._ask()
        return leads

    def _ask(self) -> dict[int, int]:
        leads: dict[int, int] = {}
        for name, (partition, question) in list(self._beans.items()):
            lead = self._lead(question)
            if lead is None:
                del self._beans[name]
            else:
                leads[partition] = max(lead, leads.get(partition, 0))
        return leads

    def _lead(self, question: Any) -> int | None:
        from py4j.protocol import Py4JError

        try:
            value = float(self._get.invoke(self._server, question))
        except Py4JError:
            return None  # the consumer is gone
        return 0 if math.isnan(value) else int(value)  # before its first fetch it is not a number

    def _look_for_new(self) -> None:
        for bean in self._found():
            name = bean.getCanonicalName()
            if name not in self._old and name not in self._beans:
                self._beans[name] = (int(bean.getKeyProperty("partition").strip('"')), self._values(bean, _LEAD))

    def _found(self) -> list[Any]:
        found = [bean for pattern in self._patterns for bean in self._query.invoke(self._server, pattern)]
        return [bean for bean in found if REHEARSAL not in bean.getKeyProperty("client-id")]

    def _method(self, name: str, *types: str) -> Any:
        classes = self._gateway.new_array(self._jvm.java.lang.Class, len(types))
        for position, each in enumerate(types):
            classes[position] = self._jvm.java.lang.Class.forName(each)
        return self._interface.getMethod(name, classes)

    def _values(self, *values: Any) -> Any:
        """Values as a Java array: made once for what is asked often, because each element is a message to the JVM."""
        array = self._gateway.new_array(self._jvm.java.lang.Object, len(values))
        for position, each in enumerate(values):
            array[position] = each
        return array
