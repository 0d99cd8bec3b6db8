"""The latency that each part adds, measured at the topics behind them, once a second.

Of what a part has written since the last look one record is read, any of them with the same chance: its append time less the
intended time that it carries is how long it has been under way so far. What a part adds is the difference to the one before,
from the end of that to its own end, the wait in its input included.
"""

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec
from confluent_kafka import KafkaException

from streamgauge.errors import StreamgaugeError
from streamgauge.flow.marks import INTENDED_TIME
from streamgauge.transport.kafka.newest import NewestRecord
from streamgauge.transport.kafka.topic import KafkaTopic

LOOK_S = 1.0


class PartLatencies:
    """Looks at the outputs of all parts in a thread of its own; `tell` gets the latency of each part by name."""

    def __init__(self, outputs: Mapping[str, KafkaTopic], tell: Callable[[Mapping[str, float]], None]) -> None:
        self._tell = tell
        self._samples = {name: _Sample(topic) for name, topic in outputs.items()}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="part latencies", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        for sample in self._samples.values():
            sample.close()

    def _run(self) -> None:
        while not self._stopping.wait(LOOK_S):
            with suppress(StreamgaugeError, KafkaException):  # Kafka does not answer: the next look may have better luck
                under_way_ms = [sample.look() for sample in self._samples.values()]
                if added := added_ms(under_way_ms):
                    self._tell(dict(zip(self._samples, added, strict=True)))


def added_ms(under_way_ms: Sequence[float | None]) -> list[float] | None:
    """What each part adds; None where one of them has written nothing.

    >>> added_ms([3.0, 10.0, 12.0])
    [3.0, 7.0, 2.0]
    """
    known = [each for each in under_way_ms if each is not None]
    if len(known) < len(under_way_ms):
        return None
    return [own - before for own, before in zip(known, [0.0, *known], strict=False)]


class _Sample:
    """One record of what was written to a topic since the last look."""

    def __init__(self, topic: KafkaTopic) -> None:
        self._topic = topic
        self._record = NewestRecord(topic)
        self._seen = topic.end_offsets()
        self._choose = random.Random(1)  # noqa: S311 - which of the records is no secret

    def look(self) -> float | None:
        ends = self._topic.end_offsets()
        before, self._seen = self._seen, ends
        chosen = [self._choose.randint(old + 1, new) if new > old else 0 for old, new in zip(before, ends, strict=True)]
        record = self._record.look(chosen)
        if record is None:
            return None
        return float(record.timestamp_ms - msgspec.json.decode(record.value)[INTENDED_TIME])

    def close(self) -> None:
        self._record.close()
