"""For maintainers: resolve every group's roots again and rewrite `jars.lock`.

    python -m streamgauge.host.jars_relock

To add a group or to move to another version, edit `roots` in `jars.lock` and run this. The checksums are those of what
was downloaded now, so read the difference before committing it.
"""

import hashlib
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path

from streamgauge.errors import MachineError, StreamgaugeError
from streamgauge.host import ivy
from streamgauge.host.ivy import Coordinate
from streamgauge.host.jars import LOCK_FILE

_HEADER = """\
# The jars that are fetched, by group: Maven coordinate = sha256.
# `roots` are edited by hand; `jars` are written by `python -m streamgauge.host.jars_relock`.
# A group that is not `transitive` is exactly its roots.
"""


def main() -> int:
    try:
        relock(LOCK_FILE)
    except StreamgaugeError as error:
        print(error, file=sys.stderr)
        return int(error.exit_code)
    return 0


def relock(lock_file: Path) -> None:
    """Rewrite the lock file with the jars that its roots resolve to today."""
    groups = tomllib.loads(lock_file.read_text(encoding="utf-8"))
    text = _HEADER
    for name, group in groups.items():
        jars = resolve(map(Coordinate.parse, group["roots"]), transitive=group["transitive"])
        text += _group_text(name, group["roots"], transitive=group["transitive"], jars=jars)
    lock_file.write_text(text, encoding="utf-8")


def resolve(roots: Iterable[Coordinate], *, transitive: bool) -> dict[Coordinate, str]:
    """The jars that `roots` need, with the checksums of what was downloaded."""
    with tempfile.TemporaryDirectory() as folder:
        downloads = Path(folder) / "jars"
        run = ivy.retrieve(roots, to=downloads, work=Path(folder) / "ivy", transitive=transitive, on_line=lambda _: None)
        if not run.succeeded:
            raise MachineError(f"not resolved: {run.complaint()}", where=str(LOCK_FILE), fix="check roots and network")
        return {_coordinate(jar): hashlib.sha256(jar.read_bytes()).hexdigest() for jar in downloads.glob("*/*/*.jar")}


def _coordinate(jar: Path) -> Coordinate:
    return Coordinate(jar.parent.parent.name, jar.parent.name, jar.stem)


def _group_text(name: str, roots: list[str], *, transitive: bool, jars: dict[Coordinate, str]) -> str:
    listed = "".join(f'"{coordinate}" = "{jars[coordinate]}"\n' for coordinate in sorted(jars))
    rooted = "".join(f'    "{root}",\n' for root in roots)
    return f"\n[{name}]\ntransitive = {str(transitive).lower()}\nroots = [\n{rooted}]\n\n[{name}.jars]\n{listed}"


if __name__ == "__main__":
    sys.exit(main())
