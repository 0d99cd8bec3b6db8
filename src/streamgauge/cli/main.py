"""The command `streamgauge`: finds the verb, and turns whatever happens into an exit code."""

import logging
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from types import FrameType
from typing import TYPE_CHECKING

from streamgauge import __version__
from streamgauge.cli.failures import in_words, tell
from streamgauge.errors import ExitCode, RequestError

if TYPE_CHECKING:
    from cyclopts import App

# The verbs; a verb's module is imported only when it is called.
VERBS = {
    "list": "Say what there is: workloads, engines, experiments, suites, runs.",
    "show": "Show a workload: properties, schema, graph, and what each engine can do with it.",
    "generate": "Make the wire records of a workload, to a file, a topic or the screen.",
    "reference": "Work out the verified answer of a workload.",
    "verify": "Run a workload on an engine and compare its answer with the reference.",
    "run": "Run an experiment and keep what it measured in a run folder.",
    "suite": "Run a named set of plans, and make an index page of what came out.",
    "compare": "Compare two runs, and say whether one is better.",
    "report": "Make one HTML page of a run, or of several; or set runs beside what was published.",
    "setup": "Fetch what the engines need, once.",
    "doctor": "Say what is missing on this machine, and how to mend it.",
}


def main() -> None:
    """The entry point."""
    signal.signal(signal.SIGTERM, _end_in_order)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup asks for
        signal.signal(signal.SIGHUP, _end_in_order)
    if "--debug" not in sys.argv:
        logging.getLogger().addHandler(logging.NullHandler())  # what libraries log does not belong between our lines
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command; the exit code."""
    is_debugging = "--debug" in arguments
    arguments = [argument for argument in arguments if argument != "--debug"]
    code = ExitCode.OK
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()  # here, where a reader that has gone is no surprise, and not when the interpreter ends
    except KeyboardInterrupt:
        print("streamgauge: interrupted", file=sys.stderr)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:  # whoever read our output has gone; nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told in three lines
        if is_debugging:
            traceback.print_exc()
        return tell(in_words(error), as_json="--json" in arguments)
    return code


def _dispatch(arguments: Sequence[str]) -> ExitCode:
    from cyclopts import CycloptsError

    try:
        result = application()(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        verb = next(iter(arguments), "")
        raise RequestError(str(error), where=f"streamgauge {verb}".strip(), fix=f"streamgauge {_help_for(verb)}") from None
    return result if isinstance(result, ExitCode) else ExitCode.OK


def application() -> "App":
    """The whole command line, without any verb's module loaded."""
    from cyclopts import App

    codes = "\n".join(f"- {code.value}: {code.meaning}" for code in ExitCode)
    app = App(
        name="streamgauge",
        help="Streaming workloads defined once, run on several engines and paradigms, every answer verified.",
        help_epilogue=f"Exit codes:\n\n{codes}\n\n--debug shows where in the code an error came from.",
        version=__version__,
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    for verb, text in VERBS.items():
        app.command(f"streamgauge.cli.{verb}:{verb}_command", name=verb, help=text)
    return app


def _help_for(verb: str) -> str:
    return f"{verb} --help" if verb in VERBS else "--help"


def _end_in_order(_: int, __: FrameType | None) -> None:
    """A polite request to end unwinds like Ctrl-C, so that everything we started is stopped."""
    raise KeyboardInterrupt
