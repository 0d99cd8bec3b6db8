"""Topics as folders."""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from streamgauge.errors import RequestError
from streamgauge.transport.base import Stamp
from streamgauge.transport.files.topic import DESCRIPTION, FileTopic

# Kafka's rule, so that a topic's name is good on both; a leading _ or . would hide the folder from Spark.
_GOOD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,248}")


@dataclass(frozen=True, slots=True)
class FileTransport:
    """Makes and removes topics below the folder `root`."""

    root: Path

    @property
    def name(self) -> str:
        return "files"

    def create_topic(self, name: str, *, partitions: int, stamp: Stamp) -> FileTopic:
        """A new, empty topic."""
        folder = self._folder(name)
        if partitions < 1:
            raise RequestError(f"a topic cannot have {partitions} partitions", where=f"topic {name}", fix="at least 1")
        try:
            folder.mkdir(parents=True)
        except FileExistsError as error:
            raise RequestError(
                f"topic {name} exists already", where=str(folder), fix="choose another name; nothing was overwritten"
            ) from error
        description = {"partitions": partitions, "stamp": stamp.value}
        (folder / DESCRIPTION).write_text(json.dumps(description) + "\n", encoding="utf-8")
        return FileTopic(folder, partitions, stamp)

    def delete_topic(self, name: str) -> None:
        """Remove the topic with all its records; only a folder that is a topic is ever removed."""
        shutil.rmtree(FileTopic.open(self._folder(name)).folder)

    def _folder(self, name: str) -> Path:
        if not _GOOD_NAME.fullmatch(name):
            raise RequestError(
                f"{name!r} cannot be the name of a topic",
                where=str(self.root),
                fix="use letters, digits, dots, underscores and dashes, with a letter or digit first",
            )
        return self.root / name
