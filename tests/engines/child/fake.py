"""A child for tests, which imports what serves by its path alone: `python -I fake.py FOLDER_OF_SERVING`."""

import os
import signal
import subprocess
import sys
import time
from typing import Any

sys.path.insert(0, sys.argv[1])
from serving import serve  # type: ignore[import-not-found]

consumed = 0


def start(request: dict[str, Any]) -> dict[str, Any]:
    global consumed  # noqa: PLW0603
    match request["program"]["flow"]:
        case "refused":
            raise ValueError("no such table")
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "exits":
            print("out of memory\n", file=sys.stderr, flush=True)
            os._exit(3)
        case "talks":
            print("printed by a library", flush=True)
        case "hangs":
            time.sleep(60)
        case "has children":
            consumed = subprocess.Popen(["sleep", "60"]).pid
    return {}


def progress(_: dict[str, Any]) -> dict[str, Any]:
    global consumed  # noqa: PLW0603
    consumed += 1
    return {"consumed": consumed, "details": {"a": 1}, "figures": {"gc_s": 0.5}}


def failure(_: dict[str, Any]) -> dict[str, Any]:
    return {"failure": "too hot"} if consumed > 1 else {}


def explain(request: dict[str, Any]) -> dict[str, Any]:
    return {"plan": str(request["program"])}


serve({"start": start, "progress": progress, "failure": failure, "stop": lambda _: None, "explain": explain})
print("closed", file=sys.stderr)
