"""The example of an own pipeline does what the README says of it."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent / "examples" / "dual_pipeline.py"


@pytest.mark.slow
def test_alone_it_switches_and_leaves_nothing_waiting() -> None:
    ended = subprocess.run([sys.executable, EXAMPLE], capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
    first, *switches, last = ended.stdout.splitlines()
    assert first.startswith("guarantee: final values are exact")
    assert switches[0].startswith("switched to the operation stream")
    assert last.startswith("read ")
    assert last.endswith(", 0 waiting")
