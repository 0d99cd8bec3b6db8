"""Switched and killed at random moments, a pipeline gives exactly the answer of one that never was."""

from pathlib import Path

import pytest
from benchmarks import exactness

from streamgauge.engines.dual.spark.engine import DualSession
from streamgauge.transport.kafka.broker import ManagedBroker
from tests.engines.opened import OpenEngine

on_dual = pytest.mark.parametrize("open_engine", ["dual"], indirect=True)


@on_dual
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_switched_at_random_moments(open_engine: OpenEngine, broker: ManagedBroker, tmp_path: Path, seed: int) -> None:
    assert isinstance(open_engine.session, DualSession)
    name, comparison, switches = exactness.switched(open_engine.session.spark, broker, tmp_path, seed, seconds=15)
    assert comparison.equal, comparison.examples
    assert switches >= 2
    assert comparison.repeated == 0 or name != "grep"


def test_killed_at_a_random_moment(broker: ManagedBroker, tmp_path: Path) -> None:
    _, comparison, kills = exactness.killed(broker, tmp_path, seed=3, seconds=30)
    assert comparison.equal, comparison.examples
    assert comparison.repeated == 0
    assert kills >= 1
