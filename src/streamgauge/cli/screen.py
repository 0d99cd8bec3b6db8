"""What a person sees: progress on stderr, results on stdout, as tables or as JSON."""

import json
import sys
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table
    from rich.tree import Tree

SCHEMA_VERSION = 1
NOTE_WIDTH = 120


def say(text: str) -> None:
    """Tell of progress."""
    print(f"streamgauge: {text}", file=sys.stderr, flush=True)


def print_json(command: str, data: Mapping[str, Any]) -> None:
    print(json.dumps({"schema_version": SCHEMA_VERSION, "command": command, **data}, indent=2))


def print_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table; numbers to the right."""
    from rich.table import Table
    from rich.text import Text  # as it is: rich would take [what stands in brackets] for its own

    table = Table(title=Text(title), title_justify="left", header_style="bold")
    for position, heading in enumerate(headings):
        is_number = all(isinstance(row[position], (int, float)) or row[position] == "-" for row in rows)
        is_name = position == 0  # what a row is of stays whole
        table.add_column(Text(heading), justify="right" if is_number and rows else "left", overflow="fold", no_wrap=is_name)
    for row in rows:
        table.add_row(*(Text(_cell(value)) for value in row))
    _print_drawn(table)


def print_tree(tree: "Tree") -> None:
    """A drawing made by `drawing.draw`."""
    _print_drawn(tree)
    print()


def _print_drawn(drawing: "Table | Tree") -> None:
    from rich.console import Console

    console = Console(soft_wrap=False, width=None if sys.stdout.isatty() else 140)
    with console.capture() as captured:  # rich would end the program by itself if nobody reads any more
        console.print(drawing)
    print(captured.get(), end="")


def _cell(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "NO"
        case int():
            return f"{value:,}"
        case float():
            if not isfinite(value):
                return "-"
            return f"{value:,.0f}" if value == int(value) else f"{value:,.3g}" if abs(value) < 1 else f"{value:,.1f}"
        case _:
            return str(value)
