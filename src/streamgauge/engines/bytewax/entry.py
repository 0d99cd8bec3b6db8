"""Where the child and its workers begin, run by path in the environment of Bytewax: `entry.py child`, `entry.py worker ...`.

Of our own environment they get this package alone: whatever else is installed beside it is not for them.
"""

import importlib.util
import sys
from pathlib import Path


def main(role: str, arguments: list[str]) -> int:
    _import_our_package(Path(__file__).parents[2])
    if role == "worker":
        from streamgauge.engines.bytewax.worker import main as work

        number, board, *addresses = arguments
        return work(int(number), Path(board), addresses)
    from streamgauge.engines.bytewax.child import Child
    from streamgauge.engines.child.serving import serve

    child = Child()
    serve({each.__name__: each for each in (child.start, child.explain, child.progress, child.failure, child.stop)})
    child.stop({})
    return 0


def _import_our_package(folder: Path) -> None:
    sys.path.remove(str(Path(__file__).parent))  # its files are called like packages
    spec = importlib.util.spec_from_file_location("streamgauge", folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None  # noqa: S101
    assert spec.loader is not None  # noqa: S101
    sys.modules["streamgauge"] = package = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
