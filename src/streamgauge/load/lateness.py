"""How late records were handed over, batch by batch.

A batch's lateness is the time from the intended time of its oldest record to the moment its last record was handed over:
no record of the batch was later than that. Summaries weigh a batch by its records, so they are upper bounds as well.
"""

from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from streamgauge.load.clock import NS_PER_MS

PUNCTUAL_MS = 10


class Batches:
    """Four numbers for every batch, kept in columns."""

    def __init__(self) -> None:
        self.sent_ns = array("q")
        self.first_event = array("q")
        self.count = array("q")
        self.lateness_ns = array("q")

    def add(self, *, sent_ns: int, first_event: int, count: int, lateness_ns: int) -> None:
        """Note a batch; `sent_ns` counts from the start of sending."""
        self.sent_ns.append(sent_ns)
        self.first_event.append(first_event)
        self.count.append(count)
        self.lateness_ns.append(lateness_ns)

    def columns(self) -> dict[str, NDArray[np.int64]]:
        """The columns by name."""
        return {name: np.array(column, dtype=np.int64) for name, column in vars(self).items()}


@dataclass(frozen=True, slots=True)
class Lateness:
    """The lateness of a sender's records; every number is an upper bound."""

    p50_ms: float
    p99_ms: float
    max_ms: float
    share_punctual: float  # handed over within 10 ms of their intended time

    @classmethod
    def of(cls, batches: Batches) -> "Lateness":
        """Summarise; nothing sent is nothing late."""
        columns = batches.columns()
        order = columns["lateness_ns"].argsort(kind="stable")
        late_ns, records = columns["lateness_ns"][order], columns["count"][order].cumsum()
        if not len(records):
            return cls(0.0, 0.0, 0.0, 1.0)
        punctual = late_ns.searchsorted(PUNCTUAL_MS * NS_PER_MS, side="right")
        return cls(
            p50_ms=_rank(late_ns, records, percent=50) / NS_PER_MS,
            p99_ms=_rank(late_ns, records, percent=99) / NS_PER_MS,
            max_ms=int(late_ns[-1]) / NS_PER_MS,
            share_punctual=float(records[punctual - 1] / records[-1]) if punctual else 0.0,
        )


def _rank(late_ns: NDArray[np.int64], records: NDArray[np.int64], *, percent: int) -> int:
    """The smallest lateness that at least `percent` of the records do not exceed."""
    wanted = -(-int(records[-1]) * percent // 100)
    return int(late_ns[records.searchsorted(wanted)])
