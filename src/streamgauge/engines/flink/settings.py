"""The settings of Flink: which, and why. Whatever the user gives wins."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

EACH, MINI_BATCH = "each", "mini-batch"

# Local state in the heap and whole checkpoints are what Flink does by default; a job that fails is not started again, because
# then nobody would hear of it. Rows may be handed on without a copy: generated operators do not change what they were given.
# Nothing listens but to this machine.
_ALWAYS = {
    "state.backend.type": "hashmap",
    "execution.checkpointing.storage": "filesystem",
    "restart-strategy.type": "none",
    "pipeline.object-reuse": "true",
    "table.local-time-zone": "UTC",
    "rest.address": "127.0.0.1",
    "rest.bind-address": "127.0.0.1",
    "jobmanager.bind-host": "127.0.0.1",
    "taskmanager.bind-host": "127.0.0.1",
}

# How old the watermark and the metrics that progress is told from may be; by default 200 ms and 10 s. Progress
# is asked for every 250 ms at most (see `child.py`), and then it is to be new.
_PROMPT = {"pipeline.auto-watermark-interval": "50 ms", "metrics.fetcher.update-interval": "250 ms"}


def flink_settings(options: Mapping[str, Any], jars: list[Path], work: Path) -> dict[str, str]:
    """All settings of a job."""
    own = {
        "parallelism.default": str(parallelism_of(options)),
        "execution.buffer-timeout.interval": f"{options['buffer_timeout_ms']} ms",
        "python.fn-execution.bundle.time": str(options["buffer_timeout_ms"]),  # the same, on the way to a kernel
        "pipeline.jars": ";".join(jar.as_uri() for jar in jars),
        "execution.checkpointing.dir": (work / "checkpoints").as_uri(),
        "io.tmp.dirs": str(work),
    }
    if options["checkpoint_interval"]:
        own["execution.checkpointing.interval"] = f"{round(options['checkpoint_interval'] * 1000)} ms"
    if options["emission"] == MINI_BATCH:
        own |= {
            "table.exec.mini-batch.enabled": "true",
            "table.exec.mini-batch.allow-latency": f"{options['mini_batch_ms']} ms",
            "table.exec.mini-batch.size": str(options["mini_batch_records"]),
        }
    return _ALWAYS | _PROMPT | own | dict(options["flink_conf"])


def parallelism_of(options: Mapping[str, Any]) -> int:
    return int(options["parallelism"]) or os.cpu_count() or 1
