"""The page of the command line: what `--help` says, and the exit codes."""

import io
import textwrap
from typing import TYPE_CHECKING

from streamgauge.cli.docs.markdown import block, page, table
from streamgauge.cli.main import VERBS, application
from streamgauge.errors import ExitCode

if TYPE_CHECKING:
    from cyclopts import App

_WIDTH = 110
_NO_WRAPPING = 10_000  # cyclopts' plain text does not indent the lines it wraps, so we wrap them


def commands_page() -> str:
    app = application()
    app.help_epilogue = ""  # the exit codes stand below, once
    return page(
        "Command line",
        "Results go to stdout, progress and errors to stderr. `--json` prints one JSON object instead of words and tables.",
        block(_help(app)),
        *(f"## {verb}\n\n{block(_help(app, verb))}" for verb in VERBS),
        "## Exit codes",
        "The same for every command, with and without `--json`.",
        table(("code", "meaning"), [(code.value, code.meaning) for code in ExitCode]),
        "An error is three lines: what happened, where, what to try. `--debug` adds where in the code it came from.",
    )


def _help(app: "App", *verb: str) -> str:
    from cyclopts.help import PlainFormatter
    from rich.console import Console

    app.help_formatter = PlainFormatter()
    text = io.StringIO()
    app.help_print(verb, console=Console(file=text, width=_NO_WRAPPING, color_system=None, force_terminal=False))
    return "\n".join(map(_wrapped, text.getvalue().rstrip().splitlines()))


def _wrapped(line: str) -> str:
    return textwrap.fill(line.rstrip(), _WIDTH, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False)
