"""Python environments of their own, for engines whose packages do not go together with ours; made once in the user's cache.

What goes in is locked by version and checksum. The folder's name carries a digest of the locks, so that a changed lock makes a
new environment. An environment knows its own path, so it is made where it will lie; the file `whole` is written last, and what
lacks it was interrupted and is made anew.
"""

import fcntl
import hashlib
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from streamgauge.errors import MachineError
from streamgauge.host.cache import cache_dir
from streamgauge.host.processes import run_told

Progress = Callable[[str], None]

_WHOLE = "whole"
_KEPT_LINES = 40
_DIGEST_LETTERS = 12
_REQUIREMENT = re.compile(r"^[A-Za-z0-9][\w.-]*==", re.MULTILINE)


class NotSetUpError(MachineError):
    """An environment that has not been made."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What an environment holds. `requirements` are installed one after the other: what builds comes before what is built."""

    name: str
    requirements: tuple[Path, ...]
    size: str  # on disk, in words
    pythons: tuple[str, ...]  # the versions its packages are published for, the best first

    @property
    def folder(self) -> Path:
        """Where it lies, or will lie once made."""
        locks = b"".join(path.read_bytes() for path in self.requirements)
        return environments_dir() / f"{self.name}-{hashlib.sha256(locks).hexdigest()[:_DIGEST_LETTERS]}"


def environments_dir() -> Path:
    return cache_dir() / "environments"


def is_ready(environment: Environment) -> bool:
    """Is it whole, and the Python there that it was made from? Its own is a link to that one."""
    return (environment.folder / _WHOLE).exists() and _python_in(environment.folder).exists()


def python_of(environment: Environment) -> Path:
    """The environment's Python; refused if it has not been made."""
    if not is_ready(environment):
        raise NotSetUpError(
            f"{environment.name} is not set up: it needs a Python environment of its own ({environment.size})",
            where=str(environment.folder),
            fix=f"streamgauge setup {environment.name}",
        )
    return _python_in(environment.folder)


def fetch(environment: Environment, on_progress: Progress = lambda _: None) -> Path:
    """The environment's Python; made first if it is not here. Sentences about it go to `on_progress`."""
    if not is_ready(environment):
        with _one_process_at_a_time():
            if not is_ready(environment):  # another process may have made it while we waited
                _make(environment, on_progress)
    return python_of(environment)


def _make(environment: Environment, on_progress: Progress) -> None:
    folder = environment.folder
    base = _base_python(environment)
    on_progress(f"making the environment of {environment.name} in {folder}, once: {environment.size}, some minutes")
    shutil.rmtree(folder, ignore_errors=True)
    _run([base, "-m", "venv", str(folder)], environment, lambda _: None)
    on_line = _counter(environment, on_progress)
    for requirements in environment.requirements:
        _run([str(_python_in(folder)), *_PIP_INSTALL, "-r", str(requirements)], environment, on_line)
    (folder / _WHOLE).touch()


_PIP_INSTALL = (
    *("-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"),
    *("--require-hashes", "--no-build-isolation", "--no-deps"),  # the lock is all there is: nothing unpinned is fetched to build
)


def _base_python(environment: Environment) -> str:
    """Ours if the packages are published for it, else another one on the path."""
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    if own in environment.pythons:
        return sys.executable
    found = (shutil.which(f"python{version}") for version in environment.pythons)
    python = next((path for path in found if path), None)
    if python is None:
        versions = " or ".join(environment.pythons)
        raise MachineError(
            f"{environment.name} needs Python {versions}", where=f"this is Python {own}", fix=f"put python{versions[:4]} on PATH"
        )
    return python


def _run(command: list[str], environment: Environment, on_line: Progress) -> None:
    code, kept = run_told(command, lambda line: on_line(line.strip()), _KEPT_LINES)
    if code != 0:
        raise MachineError(
            f"the environment of {environment.name} could not be made: {_complaint(kept)}",
            where=str(environment.folder),
            fix=f"check the network and the space on disk ({environment.size}), then `streamgauge setup {environment.name}`",
        )


def _complaint(lines: list[str]) -> str:
    said = [line.strip() for line in lines if line]
    return next((line for line in said if line.startswith("ERROR")), said[-1] if said else "it said nothing")


def _counter(environment: Environment, on_progress: Progress) -> Progress:
    """Turns pip's lines into "3 of 52 packages: NAME"."""
    total = sum(len(_REQUIREMENT.findall(path.read_text())) for path in environment.requirements)
    fetched = 0

    def on_line(line: str) -> None:
        nonlocal fetched
        if line.startswith("Collecting "):
            fetched += 1
            on_progress(f"{fetched} of {total} packages: {line.split()[1]}")
        elif line.startswith("Installing "):
            on_progress("installing what was fetched")

    return on_line


def _python_in(folder: Path) -> Path:
    return folder / "bin" / "python"


@contextmanager
def _one_process_at_a_time() -> Iterator[None]:
    environments_dir().mkdir(parents=True, exist_ok=True)
    with (environments_dir() / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
