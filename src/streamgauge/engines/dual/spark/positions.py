"""How far a running query has read, several times a second, where its executor is in our JVM; else see `scanned`.

Real-time mode reports at the end of a batch only. Its Kafka consumers live in Spark's JVM, and their own metrics are live
inside a batch: a consumer's lead is its distance from the beginning of the partition.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from streamgauge.engines.dual.spark.janino import compiled


class ConsumerPositions:
    """The positions of the consumers with `reader` in their name that were made after this object was, given how many partitions
    the input has, and where it begins and ends now.

    The ends may be those of a moment ago, or empty where nobody has asked for them.
    """

    def __init__(
        self,
        spark: Any,
        reader: str,
        partitions: int,
        *,
        begins: Callable[[], tuple[int, ...]],
        ends: Callable[[], tuple[int, ...]],
    ) -> None:
        self._begins, self._ends = begins, ends
        self._consumers = compiled(spark._jvm, "ConsumerLeads").newInstance()
        self._consumers.begin(reader, partitions)

    @property
    def has_begun(self) -> bool:
        return bool(self.leads())

    def processed(self, committed: Mapping[int, int], batch: int) -> int:  # noqa: ARG002 - consumers know no batches
        """How many records have been read, given what is committed with this batch."""
        return reached(committed, self._begins(), self.leads(), self._ends())

    def leads(self) -> Mapping[int, int]:
        """For each partition that is being read, how many records lie between its beginning and its reader."""
        return leads_in(self._consumers.ask())

    def batch_ended(self) -> None:
        """Find new consumers; a batch may begin with others than the last."""
        self._consumers.look()


def reached(committed: Mapping[int, int], begins: Sequence[int], leads: Mapping[int, int], ends: Sequence[int]) -> int:
    """The positions in all partitions together, none of them beyond the end of its own.

    A consumer tells its lead with every fetch. One that has not fetched since its partition was trimmed tells the distance from a
    beginning that is gone; counted from the new one it would lie behind the end, and hide what waits in other partitions.

    >>> reached({0: 900}, begins=[900, 0], leads={0: 950, 1: 10}, ends=[1000, 500])
    1010
    """

    def position(number: int) -> int:
        begin = begins[number] if number < len(begins) else 0  # the topic has grown since
        found = max(committed.get(number, 0), begin + leads.get(number, 0))
        return min(found, ends[number]) if number < len(ends) else found

    return sum(map(position, {*range(len(begins)), *committed, *leads}))


def leads_in(told: str) -> dict[int, int]:
    """The furthest consumer of each partition.

    >>> leads_in("0 NaN\\n1 40.0\\n1 1200.0\\n")
    {0: 0, 1: 1200}
    """
    leads: dict[int, int] = {}
    for line in told.splitlines():
        partition, lead = line.split()
        known = 0 if math.isnan(float(lead)) else int(float(lead))  # before its first fetch it is not a number
        leads[int(partition)] = max(known, leads.get(int(partition), 0))
    return leads
