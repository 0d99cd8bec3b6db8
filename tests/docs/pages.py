"""The documents, taken apart: code blocks, links, command lines."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_SPAN = re.compile(r"`(streamgauge [^`]+)`")
_COMMAND = re.compile(r"^(?:\.venv/bin/)?(streamgauge .*)$", re.MULTILINE)
_STANDS_FOR = re.compile(r"\[?[A-Z]+(\.\w+)?(\.{3})?\]?")  # PLAN.toml, [OPTIONS], [ARGS...]
_REST = re.compile(r"\s+(\||>|#|&&|2>).*|\s{3,}.*")  # what a shell does with a command, and words beside it


@dataclass(frozen=True)
class Shown:
    """A command of a console block, and what the page says that it prints."""

    arguments: list[str]
    output: list[str]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The code blocks in one language."""
    return [body for found, body in _BLOCK.findall(text) if found == language]


def links(text: str) -> list[str]:
    """The targets of the links that lead to files, not to the web."""
    return [target for target in _LINK.findall(_BLOCK.sub("", text)) if "://" not in target]


def anchors(text: str) -> set[str]:
    """What a link may name after a #, as GitHub makes it from the headings."""
    headings = re.findall(r"^#+ (.+)$", _BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def quoted(text: str) -> Iterator[list[str]]:
    """The arguments of every `streamgauge` command, in blocks of commands and between words."""
    yield from spoken(text)
    yield from typed(text)


def spoken(text: str) -> Iterator[list[str]]:
    """Those between words."""
    for span in _SPAN.findall(_BLOCK.sub("", text)):
        yield shlex.split(span)[1:]


def typed(text: str) -> Iterator[list[str]]:
    """Those in blocks, which a reader types as they are."""
    for block in [*blocks(text, "sh"), *blocks(text, "")]:
        yield from map(_arguments, _COMMAND.findall(block.replace("\\\n", " ")))
    for shown in sessions(text):
        yield shown.arguments


def is_outline(arguments: list[str]) -> bool:
    """Words in capitals stand for something else, and a verb alone is only named."""
    return any(map(_STANDS_FOR.fullmatch, arguments)) or (len(arguments) == 1 and arguments != ["list"])


def sessions(text: str) -> Iterator[Shown]:
    """The `streamgauge` commands of console blocks, with their output."""
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *output = part.rstrip("\n").split("\n")
            if command.startswith("streamgauge "):
                yield Shown(_arguments(command), output)


def _arguments(command: str) -> list[str]:
    return shlex.split(_REST.sub("", command))[1:]
