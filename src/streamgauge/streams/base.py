"""The contract of a stream: event number in, wire record out, with no other state."""

from abc import ABC, abstractmethod
from typing import ClassVar

from streamgauge.streams.domains import require, require_decimal, require_whole


class Stream(ABC):
    """A deterministic, endless sequence of wire records.

    Implementations are frozen dataclasses whose fields are the stream's parameters, the seed among them; equal
    parameters give equal bytes, on every machine, for every slice.
    """

    name: ClassVar[str]

    @abstractmethod
    def records(self, start: int, count: int) -> list[bytes]:
        """The wire records of the events `start` to `start + count - 1`."""

    def _require(self, holds: bool, parameter: str, domain: str) -> None:
        require(holds, where=self._where, parameter=parameter, value=getattr(self, parameter), domain=domain)

    def _require_whole(self, parameter: str, low: int, high: int) -> None:
        require_whole(getattr(self, parameter), low, high, where=self._where, parameter=parameter)

    def _require_decimal(self, parameter: str, low: int, high: int, *, above_low: bool = False) -> None:
        require_decimal(getattr(self, parameter), low, high, where=self._where, parameter=parameter, above_low=above_low)

    def _require_seed(self) -> None:
        self._require_whole("seed", 0, (1 << 64) - 1)

    @property
    def _where(self) -> str:
        return f"stream {self.name}"
