"""What the real services need, fetched once: Azurite from npm, exactly as the lock file says."""

import shutil
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from streamgauge.errors import MachineError
from streamgauge.host.cache import cache_dir
from streamgauge.services.packages import client_library

_NPM = Path(__file__).with_name("npm")
_PACKAGES = {"azure.storage.blob": "azure-storage-blob", "azure.data.tables": "azure-data-tables", "paho.mqtt": "paho-mqtt"}
_MOST_S = 600
_OWN = "or set STREAMGAUGE_STORAGE to the connection string of an account"


def setup_iot(say: Callable[[str], None] = lambda _: None) -> list[dict[str, str]]:
    """Fetch Azurite if it is not there; what there is now, as rows."""
    if not azurite_script().exists():
        say("fetching Azurite")
        _install()
    for module, package in _PACKAGES.items():
        client_library(module, package)
    return [
        {"services": "blobs, tables", "by": "azurite", "folder": str(_folder())},
        {"services": "messages", "by": mqtt_broker(), "folder": ""},
    ]


def mqtt_broker() -> str:
    """Which broker a trial would start."""
    if shutil.which("mosquitto"):
        return "mosquitto"
    if not _is_there("amqtt"):
        raise MachineError("there is no MQTT broker", where="PATH", fix="install mosquitto, or pip install 'streamgauge[iot]'")
    return "amqtt"


def azurite_script() -> Path:
    """Where Azurite is, or would be."""
    return _folder() / "node_modules" / "azurite" / "dist" / "src" / "azurite.js"


def node() -> str:
    """The program that runs Azurite."""
    return _program("node")


def _folder() -> Path:
    return cache_dir() / "azurite"


def _program(name: str) -> str:
    found = shutil.which(name)
    if not found:
        raise MachineError(f"{name} was not found", where="PATH", fix=f"install Node.js 20 or newer, {_OWN}")
    return found


def _install() -> None:
    """`npm ci`: every package is checked against the lock file; no script of any package is run."""
    npm, folder = _program("npm"), _folder()
    half = folder.with_name("azurite.half")
    shutil.rmtree(half, ignore_errors=True)
    shutil.copytree(_NPM, half)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev"]
    done = subprocess.run(command, cwd=half, capture_output=True, text=True, timeout=_MOST_S, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error" in line.lower()] or done.stderr.splitlines()
        raise MachineError(f"npm could not fetch Azurite: {' '.join(said[:2])}", where=str(half), fix=f"mend npm, {_OWN}")
    shutil.rmtree(folder, ignore_errors=True)
    half.replace(folder)


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
