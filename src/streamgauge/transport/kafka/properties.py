r"""Java's properties format, read with the line numbers kept: it is how Kafka's own tools take client settings.

Comments start with # or !, a backslash at the end of a line continues it, = or : or a blank separates name and value,
and \t \n \uXXXX mean what they mean in Java.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SEPARATOR = re.compile(r"(?<!\\)(?:\\\\)*(?:\s*[=:]\s*|\s+)")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_CONTROL = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


@dataclass(frozen=True, slots=True)
class Property:
    """A name, its value, and the line where it starts."""

    name: str
    value: str
    line: int


def parse(text: str) -> list[Property]:
    """All properties in order; a name may come twice.

    >>> parse("# login\\nsasl.mechanism = PLAIN")
    [Property(name='sasl.mechanism', value='PLAIN', line=2)]
    """
    return [_property(line, number) for number, line in _logical_lines(text)]


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their continuations joined, without comments and blank ones."""
    start, joined = 0, ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.lstrip()
        if not joined:
            if not line or line[0] in "#!":
                continue
            start = number
        if _continues(line):
            joined += line[:-1]
            continue
        yield start, joined + line
        joined = ""
    if joined:
        yield start, joined


def _continues(line: str) -> bool:
    """An even number of backslashes at the end are escaped ones."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _property(line: str, number: int) -> Property:
    separator = _SEPARATOR.search(line)
    if separator is None:
        return Property(_unescape(line), "", number)
    kept_backslashes = len(separator.group()) - len(separator.group().lstrip("\\"))
    name = line[: separator.start() + kept_backslashes]
    return Property(_unescape(name), _unescape(line[separator.end() :]), number)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    code = match.group(1)
    return chr(int(code[1:], 16)) if len(code) > 1 else _CONTROL.get(code, code)
