"""Setting up: what is missing is said by name, with the way to mend it."""

import json
from pathlib import Path

import pytest

from streamgauge.errors import MachineError
from streamgauge.services import setup
from streamgauge.services.managed.azurite import Azurite
from streamgauge.services.packages import client_library


def test_node_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("STREAMGAUGE_CACHE", str(tmp_path))
    with pytest.raises(MachineError) as missing:
        setup.setup_iot()
    assert missing.value.what == "npm was not found"
    assert "install Node.js" in missing.value.fix
    with pytest.raises(MachineError, match="node was not found"):
        setup.node()


def test_azurite_is_not_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STREAMGAUGE_CACHE", str(tmp_path))
    with pytest.raises(MachineError) as missing:
        Azurite.start(tmp_path / "data", tmp_path)
    assert missing.value.fix == "streamgauge setup iot"


def test_a_client_is_missing() -> None:
    with pytest.raises(MachineError) as missing:
        client_library("no_such_module_at_all", "no-such-package")
    assert str(missing.value).splitlines()[0] == "no-such-package is not installed"
    assert missing.value.fix == "pip install 'streamgauge[iot]'"


def test_every_package_is_pinned_by_its_checksum() -> None:
    folder = Path(setup.__file__).with_name("npm")
    wanted = json.loads((folder / "package.json").read_text())["dependencies"]
    locked = json.loads((folder / "package-lock.json").read_text())["packages"]
    assert locked["node_modules/azurite"]["version"] == wanted["azurite"]
    own = locked.pop("")
    assert own["dependencies"] == wanted
    assert all(each["integrity"].startswith("sha512-") for each in locked.values())
    assert not any("resolved" in each for each in locked.values())
