"""Which partition and offset an event gets, and back: how an answer can be told apart from how its input was spread."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Event i goes to partition i mod n and there gets offset i div n.

    >>> RoundRobin(4).event_number(partition=3, offset=10)
    43
    """

    partitions: int

    def partition(self, event_number: int) -> int:
        return event_number % self.partitions

    def event_number(self, partition: int, offset: int) -> int:
        return offset * self.partitions + partition
