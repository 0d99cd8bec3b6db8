"""A query's checkpoint, as far as we must know it: what has been committed, whose it is, and how to begin again.

Spark keeps `offsets/N` (what batch N reads) and `commits/N` (batch N is done). We add two files of our own: `streamgauge.json`,
which pipeline the checkpoint belongs to, who works on it, under which name it writes and from where on the output holds what is
not committed; and the model, as learnt.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamgauge.engines.dual.spark.owner import end_former, this_program
from streamgauge.errors import RequestError
from streamgauge.whole_file import whole_file

OWN_FILE, MODEL_FILE = "streamgauge.json", "streamgauge-model.json"
VERSION = 1
_MADE_BY_BATCHES = ("state", "offsets", "sources", "commits")
_QUERY = "metadata"  # its id
_SPARKS = (_QUERY, *_MADE_BY_BATCHES)


@dataclass(frozen=True, slots=True)
class Commit:
    """The last batch that is done, and the offsets at which the next one begins."""

    batch: int
    offsets: dict[int, int]


class Checkpoint:
    """A folder on any file system that Spark can reach."""

    def __init__(self, spark: Any, location: str) -> None:
        self._jvm = spark._jvm
        self._path = self._jvm.org.apache.hadoop.fs.Path(location)
        self._files = self._path.getFileSystem(spark._jsc.hadoopConfiguration())
        self._context = self._jvm.org.apache.hadoop.fs.FileContext.getFileContext(
            self._path.toUri() if self._path.toUri().getScheme() else self._files.getUri(), spark._jsc.hadoopConfiguration()
        )
        rename = getattr(self._jvm.org.apache.hadoop.fs, "Options$Rename")
        self._overwrite = spark.sparkContext._gateway.new_array(rename, 1)
        self._overwrite[0] = rename.OVERWRITE
        self._on_disk = Path(self._path.toUri().getPath()) if self._files.getScheme() == "file" else None
        self._active = spark._jsparkSession.sharedState().activeStreamingQueries()  # by id, of all sessions
        self.location = location
        self._us = this_program(spark)

    def last_commit(self, topic: str) -> Commit | None:
        """What is committed of `topic`; None before the first commit."""
        batches = self._numbers("commits")
        if not batches:
            return None
        lines = self._read(f"offsets/{batches[-1]}").splitlines()
        offsets = json.loads(lines[-1]).get(topic, {})
        return Commit(batches[-1], {int(partition): offset for partition, offset in offsets.items()})

    def setting(self, name: str) -> str | None:
        """A setting of the session that Spark keeps as it was at the first start; None before the first commit."""
        batches = self._numbers("commits")
        kept = json.loads(self._read(f"offsets/{batches[-1]}").splitlines()[1]).get("conf", {}) if batches else {}
        return kept.get(name)

    def require_own(self, pipeline: str) -> None:
        """Refuse a checkpoint that is not of this pipeline, or that real-time mode cannot read.

        Our own file is written before Spark's are, so a folder that has these and not that one is not ours to clear up.
        """
        own, state_format = self.own(), self._state_format()
        if state_format is not None and state_format != "2":
            raise self._refused(
                f"its state has format {state_format}, and real-time mode reads format 2 only",
                "begin with a new folder: the state cannot be converted",
            )
        if own is None and any(map(self._exists, _SPARKS)):
            raise self._refused("it was made by another program", "give a folder that does not exist yet")
        if own is not None and own["pipeline"] != pipeline:
            raise self._refused("it belongs to another pipeline", "give the folder of this one, or one that does not exist yet")

    def clear_uncommitted(self) -> None:
        """Before the first commit: remove what a batch that never ended has left, half a commit too, or none would start."""
        if self._numbers("commits") or self.own() is None:
            return
        for name in _MADE_BY_BATCHES:
            self.delete(name)

    def delete(self, name: str) -> None:
        """Remove what is in the folder by this name, if anything is."""
        self._files.delete(self._jvm.org.apache.hadoop.fs.Path(self._path, name), True)

    def own(self) -> dict[str, Any] | None:
        """Whose checkpoint this is, and from where on the output holds what is not committed."""
        data: dict[str, Any] | None = self.read_json(OWN_FILE)
        if data is not None and data.get("version") != VERSION:
            raise self._refused(f"{OWN_FILE} in it is of version {data.get('version')}", "use the release that wrote it")
        return data

    def write_own(self, pipeline: str, uncommitted_from: tuple[int, ...], writes_as: str) -> None:
        own = {"pipeline": pipeline, "uncommitted_from": list(uncommitted_from), "writes_as": writes_as, "owner": self._us}
        self.write_json(OWN_FILE, {"version": VERSION, **own})

    def end_former_owner(self) -> None:
        """Nobody else works on it when this returns; see `owner`. A query of our own JVM that does is not disturbed."""
        if (own := self.own()) is None:
            return
        if self._is_at_work():
            raise self._refused("a query of this program runs on it", "stop that one first, or give a folder of its own")
        end_former(own.get("owner"), self._us, self.location)

    def _is_at_work(self) -> bool:
        """Spark itself would stop the query that runs, after we have looked at what it has written."""
        known = self.read_json(_QUERY)
        return known is not None and bool(self._active.containsKey(self._jvm.java.util.UUID.fromString(known["id"])))

    def read_json(self, name: str) -> Any:
        """One of our files; None if it is not there."""
        if not self._exists(name):
            return None
        try:
            return json.loads(self._read(name))
        except ValueError:
            raise self._refused(f"{name} in it is damaged", "restore it, or begin with a new folder") from None

    def write_json(self, name: str, data: Any) -> None:
        """Write one of our files; a reader sees the old or the new text, never half of one.

        On a disk of this machine without Hadoop, whose rename starts a process of its own each time, after every batch.
        """
        if self._on_disk is not None:
            self._on_disk.mkdir(parents=True, exist_ok=True)
            (self._on_disk / f".{name}.crc").unlink(missing_ok=True)  # of a file that Hadoop wrote
            with whole_file(self._on_disk / name) as file:
                file.write_text(json.dumps(data), encoding="utf-8")
            return
        fs = self._jvm.org.apache.hadoop.fs
        half, path = fs.Path(self._path, f".{name}.half"), fs.Path(self._path, name)
        stream = self._files.create(half, True)
        stream.write(bytearray(json.dumps(data).encode()))
        stream.close()
        self._context.rename(half, path, self._overwrite)

    def _state_format(self) -> str | None:
        """The format of the state that the last batch has left; None before the first."""
        batches = self._numbers("commits")
        first_line = self._read(f"commits/{batches[-1]}").splitlines()[:1] if batches else []
        return first_line[0].removeprefix("v") if first_line else None

    def _exists(self, name: str) -> bool:
        return bool(self._files.exists(self._jvm.org.apache.hadoop.fs.Path(self._path, name)))

    def _numbers(self, folder: str) -> list[int]:
        """The batches that have a file in the folder. There may be a hundred of them, and through Hadoop each is asked about."""
        if self._on_disk is not None:
            names = [path.name for path in (self._on_disk / folder).glob("*")]
            return sorted(int(name) for name in names if name.isdigit())
        if not self._exists(folder):
            return []
        path = self._jvm.org.apache.hadoop.fs.Path(self._path, folder)
        names = [status.getPath().getName() for status in self._files.listStatus(path)]
        return sorted(int(name) for name in names if name.isdigit())

    def _read(self, name: str) -> str:
        stream = self._files.open(self._jvm.org.apache.hadoop.fs.Path(self._path, name))
        try:
            return bytes(self._jvm.org.apache.commons.io.IOUtils.toByteArray(stream)).decode()
        finally:
            stream.close()

    def _refused(self, why: str, fix: str) -> RequestError:
        return RequestError(f"the checkpoint cannot be used: {why}", where=self.location, fix=f"{fix}; nothing was changed")
