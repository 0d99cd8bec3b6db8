"""A run folder says how its run ended, and holds nothing half-written."""

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from streamgauge.errors import RequestError
from streamgauge.runs.folder import RunFolder, list_runs, write_json


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text())
    return data


def names(folder: RunFolder) -> set[str]:
    return {path.relative_to(folder.path).as_posix() for path in folder.path.rglob("*")}


def test_from_start_to_end(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "deep" / "runs", "latency-grep", {"command": "x"}, {"events": 3})
    assert folder.path.name.endswith("-latency-grep")
    assert tomllib.loads((folder.path / "plan.toml").read_text()) == {"events": 3}
    manifest = read(folder.path / "manifest.json")
    assert (manifest["status"], manifest["command"], manifest["run"]) == ("running", "x", folder.id)
    assert "ended" not in manifest

    folder.event("start", engine="reference")
    folder.event("stop")
    lines = [json.loads(line) for line in (folder.path / "events.jsonl").read_text().splitlines()]
    assert [line["event"] for line in lines] == ["start", "stop"]
    assert lines[0]["engine"] == "reference"
    assert lines[0]["time_ms"] <= lines[1]["time_ms"]

    path = folder.save_samples("a", {"x": np.arange(3, dtype=np.int64)})
    assert pq.read_table(path).to_pydict() == {"x": [0, 1, 2]}
    folder.finish("complete", {"figure": 1})
    assert read(folder.path / "result.json") == {"schema_version": 1, "run": folder.id, "figure": 1}
    assert read(folder.path / "manifest.json")["status"] == "complete"
    assert read(folder.path / "manifest.json")["ended"] >= manifest["started"]
    whole = {"manifest.json", "plan.toml", "events.jsonl", "result.json", "samples", "samples/a.parquet", "logs"}
    assert names(folder) == whole


@pytest.mark.parametrize("status", ["failed", "interrupted"])
def test_a_run_that_ended_early_has_no_result(tmp_path: Path, status: str) -> None:
    folder = RunFolder.create(tmp_path, "x", {}, {})
    folder.finish(status)
    assert names(folder) == {"manifest.json", "plan.toml", "samples", "logs"}
    assert [manifest["status"] for manifest in list_runs(tmp_path)] == [status]


def test_every_run_has_a_folder_of_its_own(tmp_path: Path) -> None:
    folders = [RunFolder.create(tmp_path, "x", {}, {}) for _ in range(5)]
    assert len({folder.path for folder in folders}) == 5
    assert len(list_runs(tmp_path)) == 5


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    write_json(tmp_path / "data.json", {"a": 1})
    with pytest.raises(TypeError):
        write_json(tmp_path / "data.json", {"a": object()})
    assert read(tmp_path / "data.json") == {"a": 1}
    assert [path.name for path in tmp_path.iterdir()] == ["data.json"]


def test_a_root_that_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RequestError, match="no run folder can be made"):
        RunFolder.create(tmp_path / "file", "x", {}, {})


def test_no_runs(tmp_path: Path) -> None:
    assert list_runs(tmp_path / "missing") == []


def test_runs_are_listed_by_when_they_started(tmp_path: Path) -> None:
    """Whatever their folders are called; those that do not say when come first, and a copy is no newer than what it is of."""
    starts = {"z": "2026-01-01T00:00:00+00:00", "a": "2026-01-02T00:00:00+00:00"}
    folders = [RunFolder.create(tmp_path, name, {"started": started}, {}) for name, started in starts.items()]
    shutil.copytree(folders[0].path, tmp_path / "baseline")
    for name, started in (("zz", {}), ("y", {"started": 3})):
        (tmp_path / name).mkdir()
        write_json(tmp_path / name / "manifest.json", {"run": name, **started})
    names = [str(each["run"]) for each in list_runs(tmp_path)]
    assert names == ["y", "zz", folders[0].id, "baseline", folders[1].id]
