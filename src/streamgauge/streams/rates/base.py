"""The contract of a rate shape: event number in, intended time out, with no other state.

A shape is a frozen dataclass whose fields name their kind, which is all it takes to check them, to read them from the
command line and to write them back.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar

from streamgauge.streams.domains import require
from streamgauge.streams.rates.kinds import Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def parameter(kind: Kind, **default: Any) -> Any:
    """A dataclass field that is a parameter of a rate shape."""
    return field(metadata={"kind": kind}, **default)


@dataclass(frozen=True)
class RateShape(ABC):
    """When each event is due, in whole nanoseconds after the start of sending; never earlier than the event before."""

    name: ClassVar[str]
    example: ClassVar[str]
    formula: ClassVar[str]
    is_paced: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name, (kind, value) in self._given().items():
            kind.check(value, where=f"rate {self.name}", parameter=name)

    def __str__(self) -> str:
        """The text that `parse_rate` reads back."""
        return f"{self.name}:" + ",".join(f"{name}={kind.write(value)}" for name, (kind, value) in self._given().items())

    @classmethod
    def kinds(cls) -> dict[str, Kind]:
        """The names and kinds of the shape's parameters."""
        return {each.name: each.metadata["kind"] for each in fields(cls)}

    @abstractmethod
    def describe(self) -> str:
        """The shape with its values, as a phrase for a report."""

    @abstractmethod
    def intended_ns(self, start: int, count: int) -> "NDArray[np.int64]":
        """The intended times of the events `start` to `start + count - 1`."""

    @abstractmethod
    def events_within(self, seconds: float) -> int:
        """How many events are due before `seconds` have passed."""

    @abstractmethod
    def rate_at(self, seconds: float) -> float:
        """The nominal rate at a time, in events per second."""

    @property
    @abstractmethod
    def peak_per_second(self) -> float:
        """The highest nominal rate, in events per second."""

    def _require(self, holds: bool, parameter: str, domain: str) -> None:
        require(holds, where=f"rate {self.name}", parameter=parameter, value=getattr(self, parameter), domain=domain)

    def _given(self) -> dict[str, tuple[Kind, Any]]:
        values = {name: (kind, getattr(self, name)) for name, kind in self.kinds().items()}
        return {name: (kind, value) for name, (kind, value) in values.items() if value is not None}
