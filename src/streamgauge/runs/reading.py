"""A run folder, read back. What is damaged or missing is said by name."""

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamgauge.errors import RequestError
from streamgauge.names import nearest
from streamgauge.runs.folder import SCHEMA_VERSION, list_runs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LAST = re.compile(r"last(?:~(\d+))?")
_NEEDED = {"experiment": str, "workload": str, "engines": list, "comparisons": list, "measured": list}
_NEEDED_OF_ENGINE = {"engine": str, "settings": dict, "verified": bool}


@dataclass(frozen=True, slots=True)
class Run:
    """What a finished run left behind.

    No figure comes from its plan, so one that cannot be read refuses no run: it is empty, and `damaged` says so.
    """

    path: Path
    manifest: dict[str, Any]
    result: dict[str, Any]
    plan: dict[str, Any]
    damaged: tuple[str, ...] = ()

    @property
    def has_plan(self) -> bool:
        """Is it known what was asked for? Where it is not, an empty plan must not be taken for one that asked for nothing."""
        return bool(self.plan)

    @property
    def id(self) -> str:
        """What its folder is called now: it may have been renamed, or copied."""
        return Path(os.path.abspath(self.path)).name  # noqa: PTH100 - a link keeps its own name, and . has one

    @property
    def started(self) -> str:
        """When it began, in ISO 8601, so that runs can be put in order; empty if its manifest does not say."""
        return str(self.manifest.get("started", ""))

    def samples(self, name: str) -> "dict[str, NDArray[np.generic]] | None":
        """The columns of a file of raw samples; None if it is missing or damaged."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            table = pq.read_table(self._file_of(name))
        except (OSError, pa.ArrowException):
            return None
        return {column: table[column].to_numpy() for column in table.column_names}

    def has_samples(self, name: str) -> bool:
        """Is there such a file, and whole? Its end says what is in it; nothing else is read."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            with self._file_of(name).open("rb") as file:
                pq.read_metadata(file)
        except (OSError, pa.ArrowException):
            return False
        return True

    def _file_of(self, name: str) -> Path:
        return self.path / "samples" / f"{name}.parquet"


def find_run(text: str, root: Path) -> Path:
    """The folder that a person means: a path, the name of a run below `root`, `last`, or `last~1` for the one before."""
    if (Path(text) / "manifest.json").is_file():
        return Path(text)
    if (root / text / "manifest.json").is_file():
        return root / text
    names = [str(each["run"]) for each in list_runs(root)]
    if back := _LAST.fullmatch(text):
        number = int(back[1] or 0)
        if number < len(names):
            return root / names[-1 - number]
        raise RequestError(f"there are {len(names)} runs", where=f"{text} in {root}", fix="streamgauge list runs")
    if Path(text).is_dir():
        raise RequestError("there is no manifest.json", where=text, fix="streamgauge list runs")
    raise RequestError(f"there is no run {text!r}", where=str(root), fix=nearest(text, [*names, "last"]))


def read_run(path: Path) -> Run:
    """The run in a folder; one without a result, or of a newer release, is refused."""
    manifest = _read(path / "manifest.json", path)
    version = manifest.get("schema_version", 0)
    if not isinstance(version, int):
        raise RequestError(
            "manifest.json has no schema_version that can be read", where=str(path), fix="restore it, or run again"
        )
    if version > SCHEMA_VERSION:
        raise RequestError(
            f"the run is of schema version {version}, this release reads up to {SCHEMA_VERSION}",
            where=str(path),
            fix="use the release that made it, or a newer one",
        )
    if not (path / "result.json").exists():
        status = manifest.get("status", "unknown")
        fix = "wait until it has ended, or run it again if it was killed" if status == "running" else "run it again"
        raise RequestError(f"the run has no result: its status is {status!r}", where=str(path), fix=fix)
    result = _read(path / "result.json", path)
    _require(result, _NEEDED, path)
    if not result["engines"]:
        raise RequestError("result.json has no engine", where=str(path), fix="restore it, or run again")
    for entry in [*result["engines"], *result["measured"]]:
        _require(entry, _NEEDED_OF_ENGINE, path)
    return Run(path, manifest, result, *_read_plan(path / "plan.toml"))


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


def _require(data: object, needed: Mapping[str, type], folder: Path) -> None:
    for name, kind in needed.items():
        if not isinstance(data, Mapping) or not isinstance(data.get(name), kind):
            what = f"result.json has no {name} that can be read"
            raise RequestError(what, where=str(folder), fix="run it again: it is damaged, or of an older release")


def _read_plan(file: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The plan, and what is wrong with it; a plan that is whole is never empty."""
    try:
        plan = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}, (f"{file.name} is missing",)
    except (OSError, ValueError) as error:
        return {}, (f"{file.name} cannot be read: {error}",)
    return plan, () if plan else (f"{file.name} is empty",)
