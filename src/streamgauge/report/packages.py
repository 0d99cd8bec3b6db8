"""The packages that pages take, which are not installed with the rest."""

from importlib.util import find_spec

from streamgauge.errors import MachineError


def require_packages(*names: str) -> None:
    """Refuse to make a page without what it takes."""
    for name in names:
        if find_spec(name) is None:
            raise MachineError(f"the report needs the package {name}", where="Python", fix="pip install 'streamgauge[report]'")
