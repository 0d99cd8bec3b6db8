"""A run folder: manifest, plan, raw samples in Parquet, events in JSON lines, the engines' logs.

manifest.json   what ran where, with which versions, and how it ended
plan.toml       what was asked for; `streamgauge run --plan` does it again
events.jsonl    what happened when
trials/         the figures of each trial, written when it has ended
samples/        raw samples in Parquet, by trial
result.json     the figures of the run; of one that was cut short they say so
logs/           of broker and engines
"""

import json
import os
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamgauge.errors import RequestError
from streamgauge.runs.toml import to_toml
from streamgauge.whole_file import whole_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SCHEMA_VERSION = 1


class RunFolder:
    """The folder of one run, while it is being made."""

    def __init__(self, path: Path, manifest: Mapping[str, Any]) -> None:
        self.path = path
        self._manifest = dict(manifest)
        self.logs.mkdir()
        self.samples.mkdir()

    @classmethod
    def create(cls, root: Path, label: str, manifest: Mapping[str, Any], plan: Mapping[str, Any]) -> "RunFolder":
        """A new folder below `root`, named by time and label; another run's is never touched."""
        started = datetime.now(UTC)
        path = _new_folder(root, f"{started:%Y%m%d-%H%M%S}-{label}")
        about = {"schema_version": SCHEMA_VERSION, "run": path.name, "started": started.isoformat(), "status": "running"}
        folder = cls(path, about | dict(manifest))
        write_text(path / "plan.toml", to_toml(plan))
        folder._write_manifest()
        return folder

    @property
    def id(self) -> str:
        return self.path.name

    @property
    def is_open(self) -> bool:
        """Has nobody said yet how the run ended?"""
        return bool(self._manifest["status"] == "running")

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def samples(self) -> Path:
        return self.path / "samples"

    def event(self, kind: str, /, **details: Any) -> None:
        """Note that something happened now."""
        line = {"time_ms": time.time_ns() // 1_000_000, "event": kind, **details}
        with (self.path / "events.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def save_samples(self, name: str, columns: "Mapping[str, NDArray[np.int64] | Sequence[Any]]") -> Path:
        """Columns of samples as Parquet; a file that is there is whole."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = self.samples / f"{name}.parquet"
        with whole_file(path) as half:
            pq.write_table(pa.table(dict(columns)), half)
        return path

    def save_trial(self, label: str, figures: Mapping[str, Any]) -> None:
        """The figures of a trial, which stay whatever becomes of the run."""
        (self.path / "trials").mkdir(exist_ok=True)
        write_json(self.path / "trials" / f"{label}.json", figures)

    def finish(self, status: str, result: Mapping[str, Any] | None = None) -> None:
        """Say how the run ended; a result is written only now, whole."""
        if result is not None:
            write_json(self.path / "result.json", {"schema_version": SCHEMA_VERSION, "run": self.id, **result})
        self._manifest |= {"status": status, "ended": datetime.now(UTC).isoformat()}
        self._write_manifest()

    def _write_manifest(self) -> None:
        write_json(self.path / "manifest.json", self._manifest)


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Write a JSON file whole or not at all."""
    write_text(path, json.dumps(data, indent=2) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    with whole_file(path) as half:
        half.write_text(text, encoding="utf-8")


def list_runs(root: Path) -> list[dict[str, Any]]:
    """The manifests of the runs below `root`, the oldest first, by what their folders are called now.

    A run that does not say when it started comes before all others; folders that are no runs are passed over.
    """
    found = [(path.parent.name, _read_manifest(path)) for path in root.glob("*/manifest.json")]
    return sorted((manifest | {"run": name} for name, manifest in found if manifest is not None), key=_age)


def _age(manifest: Mapping[str, Any]) -> tuple[str, str]:
    """By when it started, and not by its folder: a copy under another name is no newer. All starts are in UTC."""
    started = manifest.get("started")
    return started if isinstance(started, str) else "", str(manifest["run"])


def _read_manifest(path: Path) -> dict[str, Any] | None:
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return manifest if isinstance(manifest, dict) and "run" in manifest else None


def _new_folder(root: Path, name: str) -> Path:
    for suffix in ("", *(f"-{number}" for number in range(2, 100))):
        path = root / f"{name}{suffix}"
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise RequestError(
                f"no run folder can be made: {os.strerror(error.errno or 0)}", where=str(root), fix="choose another with --runs"
            ) from None
        return path
    raise RequestError("a hundred runs started within this second", where=str(root), fix="wait a second")
