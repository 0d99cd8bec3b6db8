"""Nothing heavy is loaded before it is needed."""

import subprocess
import sys

import pytest

HEAVY = ("confluent_kafka", "pyarrow", "pyspark", "psutil")


@pytest.mark.parametrize(
    "module",
    [
        "streamgauge.transport",
        "streamgauge.transport.base",
        "streamgauge.transport.endpoints",
        "streamgauge.transport.files",
        "streamgauge.transport.kafka.settings",
        "streamgauge.transport.kafka.broker",
        "streamgauge.host.jars",
        "streamgauge.host.processes",
    ],
)
def test_light_modules(module: str) -> None:
    program = f"import sys, {module}; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
