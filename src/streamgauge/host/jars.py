"""The jars that engines and the broker need: pinned by coordinate and checksum, fetched once into the user's cache.

`jars.lock` lists them in named groups. A jar enters the cache by an atomic rename after its checksum was found right,
one process at a time; so whatever carries a jar's name there is whole, unless somebody changed it since, which is why
`fetch` compares the checksums again (a tenth of a second for the broker).
"""

import fcntl
import hashlib
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from streamgauge.errors import MachineError, RequestError
from streamgauge.host import ivy
from streamgauge.host.cache import cache_dir
from streamgauge.host.ivy import Coordinate

LOCK_FILE = Path(__file__).with_name("jars.lock")

Progress = Callable[[str], None]

_FETCH_PREFIX = ".fetch-"


@dataclass(frozen=True, slots=True)
class Jar:
    """One pinned jar."""

    coordinate: Coordinate
    sha256: str

    @property
    def path(self) -> Path:
        """Where it lies, or will lie once fetched."""
        return jars_dir() / self.coordinate.file_name

    def is_whole(self, path: Path | None = None) -> bool:
        """Whether the file (its own in the cache, or the one given) is there with the right bytes."""
        try:
            with (path or self.path).open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == self.sha256
        except FileNotFoundError:
            return False


def jars_dir() -> Path:
    return cache_dir() / "jars"


def groups() -> list[str]:
    """The names of all groups."""
    return list(_lock())


def pinned(group: str) -> list[Jar]:
    """The jars of a group as the lock file pins them, whether they are here or not."""
    lock = _lock()
    if group not in lock:
        raise RequestError(f"there is no group of jars named {group!r}", where=str(LOCK_FILE), fix=f"one of {', '.join(lock)}")
    return [Jar(Coordinate.parse(name), sha256) for name, sha256 in lock[group].items()]


def missing(group: str) -> list[Jar]:
    """The jars of a group that are not in the cache; reads no file."""
    return [jar for jar in pinned(group) if not jar.path.exists()]


def verify(group: str) -> list[Jar]:
    """The jars of a group that are in the cache with the wrong bytes; none in a healthy cache."""
    return [jar for jar in pinned(group) if jar.path.exists() and not jar.is_whole()]


def fetch(group: str, on_progress: Progress = lambda _: None) -> list[Path]:
    """The jars of a group, checked; those that are not here are fetched first. Sentences about it go to `on_progress`."""
    jars = pinned(group)
    if not all(jar.is_whole() for jar in jars):
        with _one_process_at_a_time():
            # Another process may have fetched them while we waited for the lock.
            wanted = [jar for jar in jars if not jar.is_whole()]
            _say_what_is_damaged(wanted, on_progress)
            if wanted:
                _fetch(group, wanted, on_progress)
    return [jar.path for jar in jars]


def _fetch(group: str, wanted: list[Jar], on_progress: Progress) -> None:
    on_progress(f"fetching {len(wanted)} jars of {group} into {jars_dir()}, once")
    with tempfile.TemporaryDirectory(prefix=_FETCH_PREFIX, dir=jars_dir()) as folder:
        downloads = Path(folder) / "jars"
        run = ivy.retrieve(
            [jar.coordinate for jar in wanted],
            to=downloads,
            work=Path(folder) / "ivy",
            transitive=False,
            on_line=_counter(len(wanted), on_progress),
        )
        # What arrived whole is kept even if the rest did not arrive: the next try has less to do.
        absent = [jar for jar in wanted if not _take(jar, downloads)]
    if absent:
        raise _not_fetched(absent, run)


def _take(jar: Jar, downloads: Path) -> bool:
    """Move a downloaded jar into the cache if it is whole."""
    download = downloaded(jar.coordinate, downloads)
    if not jar.is_whole(download):
        return False
    download.replace(jar.path)
    return True


def downloaded(coordinate: Coordinate, downloads: Path) -> Path:
    """Where `ivy.retrieve` puts a jar."""
    return downloads / coordinate.organisation / coordinate.module / f"{coordinate.version}.jar"


def _counter(total: int, on_progress: Progress) -> Callable[[str], None]:
    """Turns Ivy's lines into "3 of 46 fetched: NAME"."""
    fetched = 0

    def on_line(line: str) -> None:
        nonlocal fetched
        _, mark, rest = line.partition("[SUCCESSFUL ]")
        if mark:
            fetched += 1
            name = rest.partition("#")[2].partition("!")[0].replace(";", " ")
            on_progress(f"{fetched} of {total} fetched: {name}")

    return on_line


def _say_what_is_damaged(wanted: list[Jar], on_progress: Progress) -> None:
    for jar in wanted:
        if jar.path.exists():
            on_progress(f"{jar.path.name} has a wrong checksum and is fetched again")


def _not_fetched(absent: list[Jar], run: ivy.IvyRun) -> MachineError:
    first = absent[0].coordinate
    others = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
    reason = "its checksum is not the pinned one" if run.succeeded else run.complaint()
    return MachineError(
        f"{first}{others} could not be fetched: {reason}",
        where=str(jars_dir()),
        fix="check the network (https_proxy, or STREAMGAUGE_IVY_SETTINGS for a mirror), then run `streamgauge setup`",
    )


@contextmanager
def _one_process_at_a_time() -> Iterator[None]:
    jars_dir().mkdir(parents=True, exist_ok=True)
    with (jars_dir() / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # We hold the lock, so a folder of a fetch that is still here belongs to a process that was killed.
        for left_over in jars_dir().glob(f"{_FETCH_PREFIX}*"):
            shutil.rmtree(left_over, ignore_errors=True)
        yield


def _lock() -> dict[str, dict[str, str]]:
    with LOCK_FILE.open("rb") as file:
        return {group: table["jars"] for group, table in tomllib.load(file).items()}
