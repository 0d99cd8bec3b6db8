"""The contract of a stream: event number in, wire record out, with no other state."""

from abc import ABC, abstractmethod
from typing import ClassVar


class Stream(ABC):
    """A deterministic, endless sequence of wire records.

    Implementations are frozen dataclasses whose fields are the stream's parameters, the seed among them; equal
    parameters give equal bytes, on every machine, for every slice.
    """

    name: ClassVar[str]

    @abstractmethod
    def records(self, start: int, count: int) -> list[bytes]:
        """The wire records of the events `start` to `start + count - 1`."""
