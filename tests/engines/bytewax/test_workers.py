"""How the workers of a flow end, and who is told; they are small scripts here."""

import subprocess
import sys
from pathlib import Path

import pytest

from streamgauge.engines.bytewax import workers
from streamgauge.engines.bytewax.program import KafkaAddress, Program
from streamgauge.engines.bytewax.workers import Workers
from tests.flow.event_flows import FLOWS
from tests.host.test_processes import comes_true

DEAF = "import time; time.sleep(60)"
UNTIL_STOPPED = "import pathlib, sys, time\nwhile not pathlib.Path(sys.argv[1]).read_bytes()[0]:\n    time.sleep(0.01)\n"
FAILING_THEN = f"{UNTIL_STOPPED}print('KafkaError: the broker is gone')\nsys.exit(1)"
FAILING_NOW = "import sys; print('ValueError: no such thing'); sys.exit(1)"


class Scripts(Workers):
    """Workers that run scripts, which are told where the board is."""

    def __init__(self, work: Path, *scripts: str) -> None:
        self._scripts = scripts
        super().__init__(Program(FLOWS["identity"], KafkaAddress(), KafkaAddress(), len(scripts), 1.0, "", str(work)))

    def _process(self, program: Program, number: int, addresses: list[str]) -> "subprocess.Popen[str]":  # noqa: ARG002
        command = [sys.executable, "-I", "-c", self._scripts[number], str(self._folder / "board")]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_all_that_end_well_are_a_good_end(tmp_path: Path) -> None:
    running = Scripts(tmp_path, UNTIL_STOPPED, UNTIL_STOPPED)
    assert running.failure() is None
    running.stop()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("scripts", "why"),
    [
        ([FAILING_THEN], "^KafkaError: the broker is gone$"),
        ([f"{UNTIL_STOPPED}sys.exit(3)"], "^worker 0 ended by itself with exit code 3$"),
        ([DEAF, UNTIL_STOPPED], "^worker 0 was killed: 3 s after it was stopped it had not written all$"),
        ([DEAF, FAILING_THEN], "^KafkaError"),
    ],
)
def test_what_goes_wrong_at_the_end_is_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scripts: list[str], why: str
) -> None:
    monkeypatch.setattr(workers, "_END_S", 3.0)
    with pytest.raises(RuntimeError, match=why):
        Scripts(tmp_path, *scripts).stop()
    assert list(tmp_path.iterdir()) == []


def test_a_failure_is_told_once_and_the_others_are_not_waited_for(tmp_path: Path) -> None:
    running = Scripts(tmp_path, FAILING_NOW, DEAF)
    assert comes_true(lambda: running.failure() == "ValueError: no such thing")
    running.stop()


def test_a_failure_that_nobody_asked_for_is_told_by_the_stop(tmp_path: Path) -> None:
    running = Scripts(tmp_path, FAILING_NOW)
    running._processes[0].wait()
    with pytest.raises(RuntimeError, match="ValueError: no such thing"):
        running.stop()
