"""Checkpoints that stay: where a flow keeps them, and the newest that it goes on from."""

from pathlib import Path

from streamgauge.engines.recovery import MadeFor, prepare, require_own

_RETAINED = {"execution.checkpointing.externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION"}


def recovery_settings(folder: Path, made_for: MadeFor) -> dict[str, str]:
    """The settings of a job that goes on from what is in a folder of its own; a folder of something else is refused."""
    require_own(folder, made_for)
    prepare(folder, made_for)
    newest = newest_checkpoint(folder)
    path = {"execution.state-recovery.path": newest.as_uri()} if newest else {}
    return {"execution.checkpointing.dir": folder.as_uri()} | _RETAINED | path


def newest_checkpoint(folder: Path) -> Path | None:
    """The newest whole one of any job: Flink writes `_metadata` last."""
    found = folder.glob("*/chk-*/_metadata")
    return max((each.parent for each in found), key=lambda each: each.stat().st_mtime_ns, default=None)
