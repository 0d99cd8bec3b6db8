"""A run folder, read back. What is damaged or missing is said by name."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.runs.folder import SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class Run:
    """What a finished run left behind."""

    path: Path
    manifest: dict[str, Any]
    result: dict[str, Any]


def read_run(path: Path) -> Run:
    """The run in a folder; one without a result, or of a newer release, is refused."""
    manifest = _read(path / "manifest.json", path)
    if manifest.get("schema_version", 0) > SCHEMA_VERSION:
        raise RequestError(
            f"the run is of schema version {manifest['schema_version']}, this release reads up to {SCHEMA_VERSION}",
            where=str(path),
            fix="use the release that made it, or a newer one",
        )
    if not (path / "result.json").exists():
        status = manifest.get("status", "unknown")
        raise RequestError(f"the run has no result: its status is {status!r}", where=str(path), fix="run it again")
    return Run(path, manifest, _read(path / "result.json", path))


def _read(file: Path, folder: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RequestError(f"there is no {file.name}", where=str(folder), fix="streamgauge list runs") from None
    except (OSError, ValueError) as error:
        raise RequestError(f"{file.name} cannot be read: {error}", where=str(folder), fix="restore it, or run again") from None
    if not isinstance(data, dict):
        raise RequestError(f"{file.name} is no JSON object", where=str(folder), fix="restore it, or run again")
    return data
