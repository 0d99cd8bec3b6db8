"""Help comes at once: nothing heavy is loaded for it."""

import subprocess
import sys

import pytest

from streamgauge.cli.main import VERBS

HEAVY = ("confluent_kafka", "numpy", "pyarrow", "pyspark", "sqlglot")

PROGRAM = f"""
import sys
from streamgauge.cli.main import run
code = run([*sys.argv[1:], "--help"])
print(code, *(name for name in {HEAVY} if name in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize("verb", [(), *((verb,) for verb in VERBS)], ids=" ".join)
def test_help_loads_nothing_heavy(verb: tuple[str, ...]) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, *verb], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == "0\n"
    assert "Usage: streamgauge" in done.stdout


def test_help_tells_exit_codes_and_verbs() -> None:
    done = subprocess.run([sys.executable, "-m", "streamgauge", "--help"], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    assert all(verb in done.stdout for verb in VERBS)
    assert "130: interrupted" in done.stdout
