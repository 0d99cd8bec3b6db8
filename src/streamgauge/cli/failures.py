"""How errors are told: in three lines on stderr, and with `--json` as an object on stdout."""

import json
import sys
import traceback

from streamgauge.errors import ExitCode, MachineError, StreamgaugeError


def in_words(error: Exception) -> StreamgaugeError:
    """The error as it is told; one that nobody foresaw names the line of code it came from."""
    if isinstance(error, StreamgaugeError):
        return error
    *_, frame = traceback.extract_tb(error.__traceback__)
    said = " ".join(str(error).split())
    return MachineError(
        f"{type(error).__name__}: {said}" if said else type(error).__name__,
        where=f"{frame.filename}:{frame.lineno}",
        fix="the same with --debug, and report what it says unless this machine is to blame",
    )


def tell(error: StreamgaugeError, *, as_json: bool) -> ExitCode:
    print(f"streamgauge: {error}", file=sys.stderr)
    if as_json:
        print(json.dumps({"error": error_data(error)}))
    return error.exit_code


def error_data(error: StreamgaugeError) -> dict[str, object]:
    """The error in an object that is printed as JSON."""
    return {"what": error.what, "where": error.where, "try": error.fix, "exit_code": int(error.exit_code)}
