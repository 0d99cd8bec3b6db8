"""What `streamgauge setup` fetches without being told what."""

from streamgauge.cli.setup import _engines_in_our_environment
from streamgauge.engines import engine_names


def test_large_environments_are_made_only_when_they_are_named() -> None:
    names = {engine.name for engine in _engines_in_our_environment()}
    assert "spark-microbatch" in names
    assert "flink" in engine_names()
    assert "flink" not in names
