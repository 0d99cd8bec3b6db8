"""A run as one watches it: one live block on a terminal, plain lines elsewhere. All of it on stderr."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic as _now_s
from typing import TYPE_CHECKING, Protocol

from streamgauge.cli.screen import say
from streamgauge.experiments.status import Status

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

_LINE_PAUSE_S = 10.0


class View(Protocol):
    """Somebody who watches a run."""

    def begin(self, title: str) -> None: ...

    def say(self, text: str) -> None: ...

    def show(self, status: Status) -> None: ...


@contextmanager
def open_view() -> Iterator[View]:
    """The view that suits stderr."""
    if not sys.stderr.isatty():
        yield Lines()
        return
    from rich.console import Console
    from rich.live import Live

    with Live(console=Console(stderr=True), refresh_per_second=4, transient=True) as live:
        yield Block(live)


class Lines:
    """A line for each step, and while records are sent one every ten seconds."""

    def __init__(self) -> None:
        self._next_s = 0.0

    def begin(self, title: str) -> None:
        pass

    def say(self, text: str) -> None:
        say(text)

    def show(self, status: Status) -> None:
        if status.phase != "sending":
            self._next_s = 0.0  # what is new is told at once
            return
        now_s = _now_s()
        self._next_s = self._next_s or now_s + _LINE_PAUSE_S
        if now_s >= self._next_s:
            self._next_s = now_s + _LINE_PAUSE_S
            say(f"{status.trial}: {', '.join(f'{name} {value}' for name, value in in_words(status))}")


class Block:
    """A block that stays where it is; what is said scrolls by above it."""

    def __init__(self, live: "Live") -> None:
        self._live = live
        self._title = ""

    def begin(self, title: str) -> None:
        self._title = title

    def say(self, text: str) -> None:
        self._live.console.print(f"streamgauge: {text}", highlight=False, markup=False)

    def show(self, status: Status) -> None:
        self._live.update(self._drawn(status))

    def _drawn(self, status: Status) -> "Table":
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2))
        table.add_row(Text(self._title, style="bold"), Text(f"{status.turn}, {status.trial}: {status.phase}"))
        if status.planned_s and status.elapsed_s is not None:
            table.add_row("", ProgressBar(total=status.planned_s, completed=status.elapsed_s, width=40))
        for name, value in in_words(status):
            table.add_row(name, value)
        return table


def in_words(status: Status) -> list[tuple[str, str]]:
    """What is known, named and with its unit."""
    told: list[tuple[str, str]] = []
    if status.elapsed_s is not None and status.planned_s is not None:
        told.append(
            ("time", f"{status.elapsed_s:.0f} of {status.planned_s:.0f} s, {status.planned_s - status.elapsed_s:.0f} s left")
        )
    if status.offered_per_second is not None:
        told.append(("offered", f"{status.offered_per_second:,.0f} records/s"))
    if status.outputs_per_second is not None:
        told.append(("written", f"{status.outputs_per_second:,.0f} outputs/s"))
    if status.backlog is not None:
        told.append(("backlog", f"{status.backlog:,} records"))
    if status.latency_ms is not None:
        told.append(("latency", f"{status.latency_ms:,.0f} ms, of the newest output"))
    return told
