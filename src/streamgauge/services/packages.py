"""The client libraries of real services: an extra of this package."""

import importlib
from typing import Any

from streamgauge.errors import MachineError


def client_library(module: str, package: str) -> Any:
    """The module; if it is missing, the error says which package brings it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MachineError(f"{package} is not installed", where="real services", fix="pip install 'streamgauge[iot]'") from None
