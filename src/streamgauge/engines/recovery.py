"""The folder that a flow's snapshots are kept in, beside those of other flows; who else would go on from them is refused.

A flow is found again by the topic that it reads. A note in its folder says what the snapshots were made for; it is written last,
so that a folder without it is none of ours, or was never finished.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.flow import Flow
from streamgauge.flow.json_form import to_json
from streamgauge.whole_file import whole_file

_NOTE = "made-for.json"


@dataclass(frozen=True, slots=True)
class MadeFor:
    """What snapshots depend on."""

    flow: str  # a digest
    topic: str
    tasks: int

    @classmethod
    def of(cls, flow: Flow, topic: str, tasks: int) -> "MadeFor":
        return cls(hashlib.sha256(to_json(flow).encode()).hexdigest(), topic, tasks)


def require_own(folder: Path, mine: MadeFor) -> None:
    """Refuse a folder that holds anything but snapshots of this flow, of this topic, by as many tasks."""
    if folder.parent.exists() and not folder.parent.is_dir():
        raise _refused(folder.parent, "is a file")
    if not folder.exists() or _is_empty(folder):
        return
    found = _note_of(folder)
    if found is None:
        raise _refused(folder, "does not say what its snapshots were made for")
    for name, value in asdict(mine).items():
        if found.get(name) != value:
            raise _refused(folder, _DIFFERENCES[name](found.get(name), value))


def prepare(folder: Path, mine: MadeFor, init: Callable[[], None] = lambda: None) -> None:
    """Make the folder, and by `init` what must be in it, unless it is there to go on from."""
    folder.mkdir(parents=True, exist_ok=True)
    if _is_empty(folder):
        init()
        with whole_file(folder / _NOTE) as note:
            note.write_text(json.dumps(asdict(mine)), encoding="utf-8")


_DIFFERENCES: dict[str, Callable[[Any, Any], str]] = {
    "flow": lambda _found, _mine: "holds snapshots of another flow, or of this one with other settings",
    "topic": lambda found, mine: f"holds snapshots for the topic {found}, not {mine}",
    "tasks": lambda found, mine: f"holds snapshots of {found} workers, not of {mine}",
}


def _is_empty(folder: Path) -> bool:
    return not any(folder.iterdir())


def _note_of(folder: Path) -> dict[str, Any] | None:
    try:
        note = json.loads((folder / _NOTE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return note if isinstance(note, dict) else None


def _refused(folder: Path, why: str) -> RequestError:
    return RequestError(
        f"the flow cannot go on from a recovery folder that {why}",
        where=str(folder),
        fix="--option recovery=... with another folder, or remove this one",
    )
