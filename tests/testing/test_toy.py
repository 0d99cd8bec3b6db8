"""The engine in `examples/toy_engine` passes the kit, as a package of its own with an entry point."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOY = Path(__file__).parents[2] / "examples" / "toy_engine"


@pytest.mark.slow
def test_the_example_engine_passes_the_kit(tmp_path: Path) -> None:
    installed = tmp_path / "toy_engine-0.1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-engine\nVersion: 0.1.0\n")
    (installed / "entry_points.txt").write_text("[streamgauge.engines]\ntoy = toy_engine.engine:ENGINE\n")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(TOY)])}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(TOY / "test_toy.py")]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=170, check=False)
    assert done.returncode == 0, done.stdout[-3_000:]
