"""Kafka for Bytewax: a source and a sink of our own, which know where they are in the topic."""

from bytewax.inputs import FixedPartitionedSource, StatefulSourcePartition
from bytewax.outputs import FixedPartitionedSink, StatefulSinkPartition

from streamgauge.engines.bytewax.board import Board
from streamgauge.engines.bytewax.program import KafkaAddress
from streamgauge.engines.bytewax.spreading import Written
from streamgauge.transport.base import Record
from streamgauge.transport.kafka.reader import KafkaReader
from streamgauge.transport.kafka.writer import KafkaWriter

_MOST_AT_ONCE = 1_000
_LINGER_MS = 1.0


class KafkaSource(FixedPartitionedSource[Record, int]):  # type: ignore[misc]
    """All partitions of a topic, from where they were left; the input ends when the board says so."""

    def __init__(self, address: KafkaAddress, worker: int, board: Board) -> None:
        self._address = address
        self._worker = worker
        self._board = board

    def list_parts(self) -> list[str]:
        return [str(partition) for partition in range(self._address.partitions)]

    def build_part(self, step_id: str, for_part: str, resume_state: int | None) -> "SourcePartition":  # noqa: ARG002
        """What was consumed before counts as well: the board tells of all records since the topic began."""
        offset = resume_state or 0
        self._board.add(self._worker, offset)
        return SourcePartition(self._address, int(for_part), offset, self._board)


class SourcePartition(StatefulSourcePartition[Record, int]):  # type: ignore[misc]
    """One partition; its state is the offset of the next record."""

    def __init__(self, address: KafkaAddress, partition: int, offset: int, board: Board) -> None:
        self._next, self._board = offset, board
        starts = {partition: offset}
        self._reader = KafkaReader(address.topic, starts, address.bootstrap_servers, address.settings, most_at_once=_MOST_AT_ONCE)

    def next_batch(self) -> list[Record]:
        if self._board.is_stopping:
            raise StopIteration
        records = self._reader.poll(timeout_s=0)
        if records:
            self._next = records[-1].offset + 1
        return records

    def snapshot(self) -> int:
        return self._next

    def close(self) -> None:
        self._reader.close()


class KafkaSink(FixedPartitionedSink[list[Written], None]):  # type: ignore[misc]
    """One writer for each worker; a partition of the topic belongs to one of them, so that its order is kept."""

    def __init__(self, address: KafkaAddress, workers: int) -> None:
        self._address = address
        self._workers = workers

    def list_parts(self) -> list[str]:
        return [str(worker) for worker in range(self._workers)]

    def part_fn(self, item_key: str) -> int:
        return int(item_key)

    def build_part(self, step_id: str, for_part: str, resume_state: None) -> "SinkPartition":  # noqa: ARG002
        return SinkPartition(self._address)


class SinkPartition(StatefulSinkPartition[list[Written], None]):  # type: ignore[misc]
    """A writer. An epoch ends when all its rows are in Kafka: what is done again after a crash is repeated, never lost."""

    def __init__(self, address: KafkaAddress) -> None:
        self._writer = KafkaWriter(address.topic, address.bootstrap_servers, address.settings, linger_ms=_LINGER_MS)

    def write_batch(self, values: list[list[Written]]) -> None:
        send = self._writer.send
        for rows in values:
            for partition, value in rows:
                send(partition, value, 0)
        self._writer.flush()

    def snapshot(self) -> None:
        self._writer.close()

    def close(self) -> None:
        self._writer.close()
