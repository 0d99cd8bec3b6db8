"""Checkpoints that stay: where a flow keeps them, the newest that it goes on from, and what had been consumed by then."""

import re
import struct
from pathlib import Path

from streamgauge.engines.recovery import MadeFor, prepare, require_own

_RETAINED = {"execution.checkpointing.externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION"}

# What a Kafka reader of Flink's keeps of a partition: its topic, its number, the next offset, and that there is no last one.
_NUMBER_AND_OFFSET = struct.Struct(">iq")
_NO_LAST_OFFSET = struct.pack(">q", -(2**63))


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


def consumed_before(checkpoint: Path | None, topic: str, partitions: int) -> list[int]:
    """The records of each partition that a checkpoint holds the effects of: Flink tells of no offset before it has read anew.

    Of two readers the slower counts. A negative offset stands for a partition of which nothing had been read.
    """
    found: list[list[int]] = [[] for _ in range(partitions)]
    name = topic.encode()
    split = re.compile(re.escape(struct.pack(">H", len(name)) + name) + rb"(.{12})" + re.escape(_NO_LAST_OFFSET), re.DOTALL)
    for (state,) in map(re.Match.groups, split.finditer((checkpoint / "_metadata").read_bytes()) if checkpoint else ()):
        partition, offset = _NUMBER_AND_OFFSET.unpack(state)
        if 0 <= partition < partitions and offset >= 0:
            found[partition].append(offset)
    return [min(offsets, default=0) for offsets in found]
