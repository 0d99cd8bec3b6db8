"""The kinds of parameters a rate shape may have: how each is read from text, written back, and checked."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from streamgauge.streams.domains import exact_decimal, require, require_decimal, require_whole

NS_PER_SECOND = 1_000_000_000
MOST_SECONDS = 1_000_000


class Kind(ABC):
    """One kind of parameter; `read` raises ValueError for text of another kind."""

    @abstractmethod
    def read(self, text: str) -> object: ...

    @abstractmethod
    def check(self, value: Any, *, where: str, parameter: str) -> None: ...

    def write(self, value: Any) -> str:
        return str(value)


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number."""

    low: int
    high: int

    def read(self, text: str) -> int:
        return int(text)

    def check(self, value: Any, *, where: str, parameter: str) -> None:
        require_whole(value, self.low, self.high, where=where, parameter=parameter)


@dataclass(frozen=True)
class Several(Kind):
    """One or more values of a kind: a tuple in Python, separated by slashes in text."""

    each: Kind

    def read(self, text: str) -> tuple[object, ...]:
        return tuple(self.each.read(part) for part in text.split("/"))

    def write(self, value: Any) -> str:
        return "/".join(map(self.each.write, value))

    def check(self, value: Any, *, where: str, parameter: str) -> None:
        is_filled = isinstance(value, tuple) and len(value) > 0
        require(is_filled, where=where, parameter=parameter, value=value, domain="as a tuple of one value or more")
        for one in value:
            self.each.check(one, where=where, parameter=parameter)


@dataclass(frozen=True)
class Seconds(Kind):
    """A length of time, at most six decimal places: whole nanoseconds even when halved."""

    above_zero: bool = True
    most: int = MOST_SECONDS

    def read(self, text: str) -> float:
        return float(text) if "." in text else int(text)

    def write(self, value: Any) -> str:
        return f"{exact_decimal(value):f}"

    def check(self, value: Any, *, where: str, parameter: str) -> None:
        require_decimal(value, 0, self.most, where=where, parameter=parameter, above_low=self.above_zero)


@dataclass(frozen=True)
class Ratio(Kind):
    """A decimal number above 0, at most six decimal places."""

    most: int

    def read(self, text: str) -> float:
        return float(text) if "." in text else int(text)

    def write(self, value: Any) -> str:
        return f"{exact_decimal(value):f}"

    def check(self, value: Any, *, where: str, parameter: str) -> None:
        require_decimal(value, 0, self.most, where=where, parameter=parameter, above_low=True)


@dataclass(frozen=True)
class File(Kind):
    """The path of a file; commas separate parameters, so it has none."""

    def read(self, text: str) -> str:
        return text

    def check(self, value: Any, *, where: str, parameter: str) -> None:
        is_path = isinstance(value, str) and value != "" and "," not in value
        require(is_path, where=where, parameter=parameter, value=value, domain="as the path of a file, without commas")


RATE = Whole(1, NS_PER_SECOND)
RATE_OR_NONE = Whole(0, NS_PER_SECOND)
STEPS = Whole(2, 1000)
STEP = Seconds(most=10_000)  # of 65,536 intervals: their sum stays far within 64 bits of nanoseconds
SEED = Whole(0, (1 << 64) - 1)
FACTOR = Ratio(most=1_000_000)


def nanoseconds(seconds: float) -> int:
    """Seconds as whole nanoseconds, rounded down, without a detour over binary fractions."""
    return int(exact_decimal(seconds) * NS_PER_SECOND)
