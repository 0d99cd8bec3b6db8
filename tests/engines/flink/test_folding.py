"""The kernels of folds, as the processes that Flink starts get them."""

import subprocess
import sys
from pathlib import Path

import streamgauge
from streamgauge.engines.flink import folding
from streamgauge.flow.kernels import KERNELS

LOAD = """
import runpy, sys
print(*runpy.run_path(sys.argv[1])["_kernels"](sys.argv[2]))
"""


def test_kernels_need_nothing_that_is_installed() -> None:
    package = Path(streamgauge.__file__).parent
    command = [sys.executable, "-I", "-S", "-c", LOAD, folding.__file__, str(package)]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() == list(KERNELS)
