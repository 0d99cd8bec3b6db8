"""What Flink is told, and what is refused before anything starts."""

from pathlib import Path

import pytest

from streamgauge.engines.base import Place
from streamgauge.engines.flink import ENGINE
from streamgauge.engines.flink.settings import flink_settings
from streamgauge.errors import MachineError, RequestError

DEFAULTS = {option.name: option.default for option in ENGINE.options}


def test_checkpoints_are_on_and_every_update_is_written() -> None:
    settings = flink_settings(DEFAULTS, [Path("/jars/a.jar")], Path("/work"))
    assert settings["execution.checkpointing.interval"] == "5000 ms"
    assert settings["restart-strategy.type"] == "none"
    assert settings["pipeline.jars"] == "file:///jars/a.jar"
    assert not any("mini-batch" in name for name in settings)


def test_mini_batches_and_own_settings() -> None:
    options = DEFAULTS | {"emission": "mini-batch", "checkpoint_interval": 0, "parallelism": 3}
    settings = flink_settings(options | {"flink_conf": {"restart-strategy.type": "fixed-delay"}}, [], Path("/work"))
    assert settings["table.exec.mini-batch.enabled"] == "true"
    assert settings["table.exec.mini-batch.allow-latency"] == "500 ms"
    assert "execution.checkpointing.interval" not in settings
    assert settings["parallelism.default"] == "3"
    assert settings["restart-strategy.type"] == "fixed-delay"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"paralelism": 2}, "no option"),
        ({"emission": "now"}, "no emission"),
        ({"heap": "much"}, "no size of a heap"),
        ({"recovery": "there", "checkpoint_interval": 0}, "without checkpoints"),
        ({"parallelism": -1}, r"(?s)-1 is too small.*parallelism.*1 or more, or 0"),
        ({"checkpoint_interval": 0.001}, r"0\.001 is too small"),
        ({"buffer_timeout_ms": 0}, r"(?s)0 is too small.*1 or more$"),
        ({"mini_batch_ms": 0}, "0 is too small"),
        ({"mini_batch_records": -5}, "-5 is too small"),
    ],
)
def test_what_it_does_not_know_is_refused(tmp_path: Path, options: dict[str, object], said: str) -> None:
    with pytest.raises(RequestError, match=said):
        ENGINE.open(options, Place(tmp_path, tmp_path))


def test_zero_is_taken_where_it_means_something() -> None:
    zeros = {"parallelism": 0, "checkpoint_interval": 0}
    assert ENGINE._with_defaults(zeros) == DEFAULTS | zeros


def test_without_its_environment_it_says_how_to_make_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STREAMGAUGE_CACHE", str(tmp_path))
    with pytest.raises(MachineError, match="flink is not set up") as refused:
        ENGINE.open({}, Place(tmp_path, tmp_path))
    assert refused.value.fix == "streamgauge setup flink"
