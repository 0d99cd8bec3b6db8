"""Data that somebody else made: what cannot be sent is refused, and what makes an answer uncertain is told."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from streamgauge.engines.reference.decode import decoder
from streamgauge.engines.reference.rows import EVENT_TIME
from streamgauge.errors import RequestError
from streamgauge.flow import Source
from streamgauge.flow.marks import END_OF_INPUT
from streamgauge.streams.record_file import RecordFile
from streamgauge.transport.base import Record

_FRAMING_BYTES = 1024  # what Kafka puts around a record counts as well
_MARKER = f'{{"{END_OF_INPUT}":'.encode()


def refuse_too_long(records: RecordFile, transport_kind: str) -> None:
    """Kafka refuses records beyond a size; better before anything is started."""
    if transport_kind != "kafka":
        return
    from streamgauge.transport.kafka.connection import MOST_RECORD_BYTES

    number, size = records.longest()
    if size > MOST_RECORD_BYTES - _FRAMING_BYTES:
        raise RequestError(
            f"a record of {size:,} bytes is too long for Kafka, which takes {MOST_RECORD_BYTES - _FRAMING_BYTES:,}",
            where=f"{records.path}:{number + 1}",
            fix="--transport files, or leave the line out",
        )


def without_markers(records: Iterable[bytes], path: Path) -> Iterator[bytes]:
    """The records; one that would be taken for the end of the input is refused, because it would change the answer."""
    for number, record in enumerate(records, start=1):
        if record.startswith(_MARKER):
            raise RequestError(
                f"a record that starts with {_MARKER.decode()} ends an input", where=f"{path}:{number}", fix="leave the line out"
            )
        yield record


def count_late(source: Source, records: Iterable[bytes]) -> int:
    """How many records come when the watermark has passed their time: engines need not agree on what becomes of them."""
    if not source.has_event_time:
        return 0
    decode, newest_ms, late = decoder(source), -(2**63), 0
    for number, value in enumerate(records):
        row = decode(Record(partition=0, offset=number, timestamp_ms=0, value=value))
        if row is not None:
            late += row[EVENT_TIME] < newest_ms - source.watermark_delay_ms
            newest_ms = max(newest_ms, row[EVENT_TIME])
    return late
