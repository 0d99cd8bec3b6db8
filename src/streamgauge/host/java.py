"""The Java that would be used here, and whether it is new enough.

Spark and Kafka look in the same two places, in the same order; a `JAVA_HOME` without a Java in it is an error and not
a reason to look further, because the engines would not look further either.
"""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from streamgauge.errors import MachineError

OLDEST_JAVA = 17

_INSTALL = f"install a Java runtime of version {OLDEST_JAVA} or newer and put it on PATH, or set JAVA_HOME to its folder"


@dataclass(frozen=True, slots=True)
class Java:
    """A Java runtime that answered when asked for its version."""

    executable: Path
    version: str

    @property
    def major(self) -> int:
        """17 for "17.0.15", 8 for "1.8.0_402"."""
        numbers = [int(number) for number in re.findall(r"\d+", self.version)]
        return numbers[1] if numbers[0] == 1 and len(numbers) > 1 else numbers[0]


def require_java() -> Java:
    """The Java to use; raises if there is none or it is too old."""
    java = find_java()
    if java.major < OLDEST_JAVA:
        raise MachineError(
            f"Java {java.version} is too old: version {OLDEST_JAVA} or newer is needed",
            where=str(java.executable),
            fix=_INSTALL,
        )
    return java


def find_java() -> Java:
    """The Java in `JAVA_HOME`, else on `PATH`, of whatever version; raises if there is none that runs."""
    return _asked(_executable())


@cache
def _asked(executable: Path) -> Java:
    """Once: it starts a JVM, and a suite would ask for each of a hundred runs."""
    try:
        answer = subprocess.run([executable, "-version"], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MachineError(f"Java does not start: {error}", where=str(executable), fix=_INSTALL) from error
    version = re.search(r'version "(\d[^"]*)"', answer.stderr + answer.stdout)
    if answer.returncode != 0 or version is None:
        said = (answer.stderr.strip() or answer.stdout.strip() or "nothing").splitlines()[0]
        raise MachineError(f"Java does not tell its version; it said: {said}", where=str(executable), fix=_INSTALL)
    return Java(executable, version.group(1))


def _executable() -> Path:
    home = os.environ.get("JAVA_HOME")
    if home:
        executable = Path(home) / "bin" / "java"
        if not executable.is_file():
            raise MachineError("JAVA_HOME holds no bin/java", where=f"JAVA_HOME={home}", fix=_INSTALL)
        return executable
    found = shutil.which("java")
    if found is None:
        raise MachineError("no Java was found", where="JAVA_HOME is not set and PATH has no java", fix=_INSTALL)
    return Path(found)
