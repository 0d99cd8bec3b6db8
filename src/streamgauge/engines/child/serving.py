"""The child's side of the line: requests come in, one JSON object a line, and each gets one reply.

Standard library only, and nothing of ours: a child in an environment of its own imports this file by its path.

    -> {"do": "start", "id": 1, "program": {...}}      <- {"is": "ready"}, once, before any request
    -> {"do": "explain", "id": 2, "program": {...}}    <- {"is": "ok", "id": 1, ...}
    -> {"do": "progress", "id": 3}                     <- {"is": "error", "id": 2, "why": "..."}
    -> {"do": "failure", "id": 4}
    -> {"do": "stop", "id": 5}
    -> {"do": "close"}                                 the end of the input means the same
"""

import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

Handler = Callable[[dict[str, Any]], Mapping[str, Any] | None]


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def serve(handlers: Mapping[str, Handler], why: Callable[[Exception], str] = _named) -> None:
    """Answer requests until the parent closes: what `do` says is the handler, which gets the request and gives the reply.

    What a handler raises becomes an error reply with what `why` makes of it, in one line; its trace goes to the log. A flow must
    run beside this, in a thread or process.
    """
    replies = _own_stdout()
    _send(replies, {"is": "ready"})
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["do"] == "close":
            return
        _send(replies, _reply(handlers, request, why))


def _reply(handlers: Mapping[str, Handler], request: dict[str, Any], why: Callable[[Exception], str]) -> dict[str, Any]:
    try:
        answer = handlers[request["do"]](request)
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent is told
        traceback.print_exc()
        return {"is": "error", "id": request["id"], "why": why(error)}
    return {**(answer or {}), "is": "ok", "id": request["id"]}


def _own_stdout() -> BinaryIO:
    """The line to the parent. What libraries print to the standard output goes to the log from now on."""
    sys.stdout.flush()
    line = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return line


def _send(line: BinaryIO, message: Mapping[str, Any]) -> None:
    line.write(json.dumps(message).encode() + b"\n")
    line.flush()
