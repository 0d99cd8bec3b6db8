"""Exactly once, from topic to topic, for parts without state and shuffle.

Every output record carries its origin in a header: the name under which its writer writes, then source partition, offset and
ordinals. Inside an output partition the records that come from one source partition lie in the order of their origins, so what
has been written is a prefix: the newest origin tells all of it. A restarted query gets one more filter that drops exactly that.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from streamgauge.errors import MachineError, RequestError
from streamgauge.transport.kafka.connection import Connection
from streamgauge.transport.kafka.topic import KafkaTopic

HEADER = "streamgauge-origin"

Origin: TypeAlias = tuple[int, ...]  # offset and ordinals
Place: TypeAlias = tuple[int, int]  # source partition, output partition

_CHUNK = 20_000
_FEW = 100
_MOST_AT_ONCE = 10_000
_WAIT_S, _QUIET_S = 0.2, 10.0


@dataclass(frozen=True, slots=True)
class Prefix:
    """The newest origin in each place."""

    newest: Mapping[Place, Origin] = field(default_factory=dict)

    def condition(self, origin: tuple[str, ...], partition: str, output_partitions: int) -> str | None:
        """SQL that is true for rows that are not written yet, given the names of the origin's columns; None if all are so.

        >>> Prefix({(0, 1): (17, 2)}).condition(("p", "o", "i"), "target", 4)
        'coalesce(array(CAST(o AS BIGINT), CAST(i AS BIGINT)) > try_element_at(map(1L, array(17L, 2L)), p * 4L + target), true)'
        """
        if not self.newest:
            return None
        entries = (
            f"{source * output_partitions + output}L, array({', '.join(f'{number}L' for number in newest)})"
            for (source, output), newest in sorted(self.newest.items())
        )
        position = ", ".join(f"CAST({name} AS BIGINT)" for name in origin[1:])
        written = f"try_element_at(map({', '.join(entries)}), {origin[0]} * {output_partitions}L + {partition})"
        return f"coalesce(array({position}) > {written}, true)"


def header_sql(writes_as: str, origin: tuple[str, ...], others: str | None = None) -> str:
    """The headers column of a row, behind those in a column `others`."""
    text = f"concat_ws(':', '{writes_as}', {', '.join(f'CAST({name} AS STRING)' for name in origin)})"
    ours = f"array(named_struct('key', '{HEADER}', 'value', CAST({text} AS BINARY)))"
    return f"{ours if others is None else f'concat(coalesce({others}, array()), {ours})'} AS headers"


def read_prefix(output: KafkaTopic, writes_as: str, begin: tuple[int, ...], sources: int) -> Prefix:
    """What the output holds from the offsets `begin` on, which must lie before everything that is not committed.

    The newest records are read first, and no more of them than it takes to have seen all source partitions.
    """
    newest: dict[Place, Origin] = {}
    with _Tail(output) as tail:
        for partition, end in enumerate(output.end_offsets()):
            seen: set[int] = set()
            upper = end
            while upper > begin[partition] and len(seen) < sources:
                lower = max(begin[partition], upper - _CHUNK)
                for message in reversed(list(tail.between(partition, lower, upper))):
                    source, origin = _origin(message, writes_as, output)
                    if source not in seen:
                        seen.add(source)
                        newest[source, partition] = origin
                upper = lower
    return Prefix(newest)


def require_untouched(output: KafkaTopic, pipeline: str) -> None:
    """Refuse an output that holds anything, for a pipeline that begins: it could not tell what of its input is in there."""
    stretches = [*enumerate(zip(output.begin_offsets(), output.end_offsets(), strict=True))]
    if all(begin == end for _, (begin, end) in stretches):
        return
    with _Tail(output) as tail:
        for partition, (begin, end) in stretches:
            if (message := tail.last(partition, begin, end)) is not None:
                is_own = _pipeline_of(_header(message)[0]) == pipeline
                raise _written_before(message, output) if is_own else _foreign(message, output)


class _Tail:
    """A reader of stretches of a topic."""

    def __init__(self, topic: KafkaTopic) -> None:
        self._topic = topic

    def __enter__(self) -> "_Tail":
        from confluent_kafka import Consumer

        connection = Connection(self._topic.bootstrap_servers, self._topic.settings)
        own = {"enable.auto.commit": False, "auto.offset.reset": "earliest", "enable.partition.eof": True}
        group = {"group.id": "streamgauge"}  # insisted on, though none is joined; the user's wins
        self._consumer = Consumer(group | connection.config(own))
        return self

    def __exit__(self, *_: object) -> None:
        self._consumer.close()

    def between(self, partition: int, lower: int, upper: int) -> Iterator[Any]:
        """The records from offset `lower` up to, not including, `upper`; gaps between offsets are possible."""
        from confluent_kafka import KafkaError, TopicPartition

        self._consumer.assign([TopicPartition(self._topic.name, partition, lower)])
        position, deadline = lower, time.monotonic() + _QUIET_S
        while position < upper:
            messages = self._consumer.consume(min(upper - position, _MOST_AT_ONCE), timeout=_WAIT_S)
            if messages:
                deadline = time.monotonic() + _QUIET_S
            elif time.monotonic() > deadline:
                raise self._silent(position)
            for message in messages:
                if (error := message.error()) is not None:
                    if error.code() != KafkaError._PARTITION_EOF:
                        raise self._unreadable(error)
                    position = upper  # the end of the partition: the last offsets hold no records
                    break
                offset = message.offset() or 0
                position = offset + 1
                if offset < upper:
                    yield message

    def last(self, partition: int, begin: int, end: int) -> Any:
        """The newest record between two offsets; None if none of them holds one."""
        upper = end
        while upper > begin:
            lower = max(begin, upper - _FEW)
            if messages := list(self.between(partition, lower, upper)):
                return messages[-1]
            upper = lower
        return None

    def _unreadable(self, error: Any) -> MachineError:
        return MachineError(
            f"topic {self._topic.name} could not be read: {error.str()}",
            where=f"Kafka at {self._topic.bootstrap_servers}",
            fix="check that the user may read the topic, by the group that the client settings name",
        )

    def _silent(self, position: int) -> MachineError:
        return MachineError(
            f"topic {self._topic.name} does not give its records from offset {position} on",
            where=f"Kafka at {self._topic.bootstrap_servers}",
            fix="check that the brokers run and that the user may read the topic",
        )


def _origin(message: Any, writes_as: str, output: KafkaTopic) -> tuple[int, Origin]:
    """Source partition, offset and ordinals; a record that was not written under this name is refused."""
    found = _header(message)
    if found[0] != writes_as:
        is_own = _pipeline_of(found[0]) == _pipeline_of(writes_as)
        raise _written_elsewhere(message, output) if is_own else _foreign(message, output)
    source, *origin = map(int, found[1:])
    return source, tuple(origin)


def _header(message: Any) -> list[str]:
    found: bytes = dict(message.headers() or ()).get(HEADER) or b""
    return found.decode(errors="replace").split(":")


def _pipeline_of(writes_as: str) -> str:
    """The pipeline without what tells its checkpoints apart; see `UncommittedOutput`."""
    return writes_as.partition(".")[0]


def _foreign(message: Any, output: KafkaTopic) -> RequestError:
    what = "holds records that this pipeline has not written"
    return _refused(what, message, output, "give the pipeline an output topic of its own")


def _written_elsewhere(message: Any, output: KafkaTopic) -> RequestError:
    what = "holds records that this pipeline has written with another checkpoint"
    return _refused(what, message, output, "let one program at a time write to a topic, always with the same checkpoint")


def _written_before(message: Any, output: KafkaTopic) -> RequestError:
    what = "holds what an earlier run of this pipeline has written, and the checkpoint knows nothing of it"
    return _refused(what, message, output, "give the checkpoint of that run, or a new topic")


def _refused(what: str, message: Any, output: KafkaTopic, fix: str) -> RequestError:
    where = f"partition {message.partition()}, offset {message.offset()}"
    return RequestError(f"topic {output.name} {what}", where=where, fix=f"{fix}; nothing was written")
