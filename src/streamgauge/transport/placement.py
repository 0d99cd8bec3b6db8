"""Which partition an event goes to: spread evenly, or, where a flow needs the order of a key's records, by that key."""

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from streamgauge.flow import Flow, Source, WireFormat


class Placement(Protocol):
    """How events are spread."""

    def spread(self, first_event: int, values: Sequence[bytes]) -> Iterable[int]:
        """The partitions of consecutive events, the first of which has number `first_event`."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Event i goes to partition i mod n and there gets offset i div n: an answer can name it wherever it went.

    >>> RoundRobin(4).event_number(partition=3, offset=10)
    43
    """

    partitions: int

    def spread(self, first_event: int, values: Sequence[bytes]) -> Iterable[int]:
        partitions = self.partitions
        return (number % partitions for number in range(first_event, first_event + len(values)))

    def event_number(self, partition: int, offset: int) -> int:
        return offset * self.partitions + partition


@dataclass(frozen=True, slots=True)
class ByKey:
    """Equal values of the source's `partition_by` go to one partition: CRC-32 of these values as a JSON array, mod n.

    Records that cannot be decoded go to partition 0.
    """

    partitions: int
    source: Source
    _key: Callable[[bytes], bytes | None] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_key", _key_reader(self.source))

    def spread(self, first_event: int, values: Sequence[bytes]) -> Iterable[int]:  # noqa: ARG002
        for value in values:
            key = self._key(value)
            yield 0 if key is None else zlib.crc32(key) % self.partitions


def placement_for(flow: Flow, partitions: int) -> Placement:
    """By key only where it matters: it costs a look into every record."""
    return ByKey(partitions, flow.source) if flow.is_order_sensitive else RoundRobin(partitions)


def _key_reader(source: Source) -> Callable[[bytes], bytes | None]:
    import msgspec

    encode, columns = msgspec.json.Encoder().encode, source.partition_by
    if source.format is WireFormat.TEXT:
        return lambda value: encode([value.decode(errors="replace")])
    decode = msgspec.json.Decoder(dict[str, Any]).decode

    def key(value: bytes) -> bytes | None:
        try:
            found = decode(value)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        return encode([found.get(column) for column in columns])

    return key
