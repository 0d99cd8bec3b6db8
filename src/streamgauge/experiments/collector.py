"""Reads an output topic: the answer so far, and when each record of it was appended."""

from array import array
from collections.abc import Callable, Iterable
from operator import index
from typing import TYPE_CHECKING, Any

from streamgauge.errors import EngineError
from streamgauge.flow import Flow, Identification, Iterate
from streamgauge.flow.answer import Answer, AnswerShape, Identity
from streamgauge.flow.marks import EVENT, INTENDED_TIME
from streamgauge.flow.output import row_decoder
from streamgauge.flow.steps.iterate import DISTANCE, POINTS
from streamgauge.measure.convergence import Convergence
from streamgauge.transport.base import Record, Topic
from streamgauge.transport.placement import RoundRobin

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_QUIET_POLLS = 10  # of a second each


def row_of(record: Record, decode: Callable[[bytes], dict[str, Any]]) -> dict[str, Any]:
    """The row that an output record holds; one that holds none, or has lost its marks, is the engine's fault."""
    try:
        row = decode(record.value)
        index(row[INTENDED_TIME])
    except Exception as error:
        raise EngineError(
            f"the engine wrote a record that is no row with its marks: {type(error).__name__}: {error}",
            where=f"output partition {record.partition}, offset {record.offset}",
            fix="every record is a JSON object with the marks of its input",
        ) from error
    return row


class Collector:
    """Takes in output records; it reads nothing until asked to, so that it disturbs nothing that is being measured."""

    def __init__(self, flow: Flow, output: Topic, placement: RoundRobin, *, clock_ahead_ms: int = 0) -> None:
        self._clock_ahead_ms = clock_ahead_ms
        self.answer = Answer(AnswerShape.of(flow))
        self._decode = row_decoder(flow, placement.event_number)
        self._output = output
        self._reader = output.reader()
        self._intended_ms = array("q")
        self._append_ms = array("q")
        self._partitions = array("q")
        self._newest_append_ms = 0
        self._subjects = array("q")
        self._by_event = flow.identification is Identification.ORIGIN
        self.row_numbers: dict[Identity, int] = {}
        self._stamps: dict[str, array[int]] = {}
        self._iterates = isinstance(flow.sink.upstream, Iterate)
        self.convergence = Convergence()  # of a flow that iterates
        self.last_append_ms: dict[Identity, int] | None = None  # of each row of the answer, if somebody asks for it

    def keep_last_append(self) -> None:
        """Note from now on when each row of the answer was last written."""
        self.last_append_ms = {}

    def keep_stamps(self, names: Iterable[str]) -> None:
        """Keep from now on the stamps of these names, which every record must have."""
        self._stamps = {name: array("q") for name in names}

    def poll(self, timeout_s: float) -> int:
        """Take in what has arrived; how many records it was."""
        records = self._reader.poll(timeout_s)
        for record in records:
            row, append_ms = row_of(record, self._decode), record.timestamp_ms - self._clock_ahead_ms
            identity = self.answer.add(row)
            self._intended_ms.append(row[INTENDED_TIME])
            self._append_ms.append(append_ms)
            self._newest_append_ms = max(self._newest_append_ms, append_ms)
            self._partitions.append(record.partition)
            self._subjects.append(row[EVENT][0] if self._by_event else self._row_number(identity))
            for name, stamps in self._stamps.items():
                stamps.append(row[name])
            if self._iterates:
                self.convergence.add(row[POINTS], row[DISTANCE])
            if self.last_append_ms is not None:
                self.last_append_ms[identity] = append_ms
        return len(records)

    def drain(self) -> None:
        """Take in everything that has been written; nobody may write any more.

        Where records are written in transactions, the end of each takes an offset, so that there are fewer records than offsets:
        it is over, too, when none has come for a while.
        """
        end, quiet = sum(self._output.end_offsets()), 0
        while self.answer.written < end and quiet < _QUIET_POLLS:
            quiet = 0 if self.poll(timeout_s=1.0) else quiet + 1

    def samples(self) -> "dict[str, NDArray[np.int64]]":
        """Intended and append time of every output record, and its stamps, in milliseconds since 1970."""
        import numpy as np

        return {
            "intended_ms": np.array(self._intended_ms, dtype=np.int64),
            "append_ms": np.array(self._append_ms, dtype=np.int64),
            **{name: np.array(stamps, dtype=np.int64) for name, stamps in self._stamps.items()},
        }

    def subjects(self) -> "NDArray[np.int64]":
        """What each output record is of: the event it came from, or, where rows have an identity, a number of the row."""
        import numpy as np

        return np.array(self._subjects, dtype=np.int64)

    @property
    def newest_append_ms(self) -> int:
        """The latest append time so far; there must be one."""
        return self._newest_append_ms

    def by_partition(self) -> list[int]:
        """How many output records lie in each partition."""
        import numpy as np

        counts = np.bincount(np.array(self._partitions, dtype=np.int64), minlength=self._output.partitions)
        return [int(count) for count in counts]

    def _row_number(self, identity: Identity) -> int:
        return self.row_numbers.setdefault(identity, len(self.row_numbers))

    def close(self) -> None:
        self._reader.close()
