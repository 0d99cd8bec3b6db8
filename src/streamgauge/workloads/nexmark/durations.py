"""Lengths of time as properties: in words, or whatever the preset says."""

import re
from dataclasses import dataclass

from streamgauge.workloads.properties import Choice, Domain, Property, Values

_UNITS_MS = {"ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}
LONGEST_MS = 366 * 86_400_000

BY_PRESET = "preset"
NONE = "none"
BEAM, ORIGINAL = "beam", "original"

PRESET = Property(
    "preset",
    BEAM,
    Choice((BEAM, ORIGINAL)),
    "the lengths of time that are not given: those of Apache Beam, or those of the query as it was first published",
)


@dataclass(frozen=True, slots=True)
class Durations(Domain):
    """Lengths of time in milliseconds, written with their unit; or one of some words.

    >>> Durations().read("10s"), Durations().read("1min"), Durations((NONE,)).read("none")
    (10000, 60000, 'none')
    """

    words: tuple[str, ...] = ()

    def read(self, text: str) -> int | str:
        if text in self.words:
            return text
        match = re.fullmatch(r"([0-9]+) ?(ms|s|min|h|d)?", text)
        if not match or not 1 < (length_ms := int(match[1]) * _UNITS_MS[match[2] or "ms"]) <= LONGEST_MS:
            raise ValueError(text)
        return length_ms

    def __str__(self) -> str:
        return " or ".join(["a length of time from 2ms to 366d, in ms, s, min, h or d", *self.words])


@dataclass(frozen=True, slots=True)
class Lengths:
    """A length of time that can be set, and what it is with each preset: a duration, or none."""

    name: str
    effect: str
    beam: str
    original: str

    @property
    def declared(self) -> Property:
        words = (BY_PRESET, NONE) if NONE in (self.beam, self.original) else (BY_PRESET,)
        both = self.beam if self.beam == self.original else f"{self.beam} with preset beam, {self.original} with original"
        return Property(self.name, BY_PRESET, Durations(words), f"{self.effect}: {both}")

    def ms(self, values: Values) -> int:
        """The length in milliseconds, where there always is one."""
        return int(self._told(values))

    def ms_or_none(self, values: Values) -> int | None:
        length = self._told(values)
        return None if length == NONE else int(length)

    def _told(self, values: Values) -> int | str:
        given: int | str = values[self.name]
        by_preset = {BEAM: self.beam, ORIGINAL: self.original}[values[PRESET.name]]
        return Durations((NONE,)).read(by_preset) if given == BY_PRESET else given
