"""What of a workload can be set: each property with its domain, its default and its effect in words."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from streamgauge.errors import RequestError
from streamgauge.flow.flaws import nearest

Values: TypeAlias = Mapping[str, Any]


class Domain(ABC):
    """The values a property may take."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """The value that `text` stands for; a ValueError if it lies outside."""

    @abstractmethod
    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Integers(Domain):
    """Whole numbers from `low` to `high`, both included."""

    low: int
    high: int

    def read(self, text: str) -> int:
        value = int(text)
        if not self.low <= value <= self.high:
            raise ValueError(text)
        return value

    def __str__(self) -> str:
        return f"whole numbers from {self.low:,} to {self.high:,}"


@dataclass(frozen=True, slots=True)
class Numbers(Domain):
    """Decimal numbers from `low` to `high`; `low` itself may be left out."""

    low: float
    high: float
    low_included: bool = True

    def read(self, text: str) -> float:
        if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
            raise ValueError(text)
        value = float(text)
        if value > self.high or value < self.low or (value == self.low and not self.low_included):
            raise ValueError(text)
        return value

    def __str__(self) -> str:
        return f"decimal numbers in {'[' if self.low_included else '('}{self.low:g}, {self.high:g}]"


@dataclass(frozen=True, slots=True)
class Choice(Domain):
    """One of some words."""

    words: tuple[str, ...]

    def read(self, text: str) -> str:
        if text not in self.words:
            raise ValueError(text)
        return text

    def __str__(self) -> str:
        return " or ".join(self.words)


@dataclass(frozen=True, slots=True)
class Text(Domain):
    """Text that matches a pattern, described in words."""

    pattern: str
    description: str

    def read(self, text: str) -> str:
        if not re.fullmatch(self.pattern, text):
            raise ValueError(text)
        return text

    def __str__(self) -> str:
        return self.description


@dataclass(frozen=True, slots=True)
class Property:
    """One setting of a workload."""

    name: str
    default: Any
    domain: Domain
    effect: str


def resolve(workload: str, properties: tuple[Property, ...], given: Mapping[str, str]) -> dict[str, Any]:
    """All values: the given ones, checked, and the defaults for the rest."""
    known = {each.name: each for each in properties}
    for name in given.keys() - known.keys():
        raise RequestError(f"workload {workload} has no property {name!r}", where=f"--set {name}", fix=nearest(name, known))
    return {name: _read(known[name], given[name]) if name in given else known[name].default for name in known}


def _read(declared: Property, text: str) -> Any:
    try:
        return declared.domain.read(text)
    except ValueError:
        raise RequestError(
            f"{text!r} lies outside the domain of {declared.name}",
            where=f"--set {declared.name}={text}",
            fix=f"{declared.domain}; the default is {declared.default}",
        ) from None
