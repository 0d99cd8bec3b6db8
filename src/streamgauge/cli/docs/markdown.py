"""Markdown, as little of it as the pages need."""

from collections.abc import Iterable, Sequence

_NOTE = "<!-- printed from the code by `make docs`: change the code, not this file -->"


def page(title: str, *parts: str) -> str:
    """A whole page: its parts, a blank line between them."""
    return "\n\n".join([_NOTE, f"# {title}", *parts]) + "\n"


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; every row has a cell for each heading."""
    lines = [list(headings), ["---"] * len(headings), *([str(cell) for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def code(text: object) -> str:
    """Text as it is typed, within a line."""
    return f"`{text}`"


def codes(names: Iterable[object]) -> str:
    """Several such texts."""
    return ", ".join(map(code, names))


def block(text: str, language: str = "") -> str:
    """Text as it is typed, on lines of its own."""
    return f"```{language}\n{text.rstrip()}\n```"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
