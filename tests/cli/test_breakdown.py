"""Where the time goes, on both of Spark's paradigms and on the engine that changes between them."""

import pytest

from streamgauge.errors import ExitCode
from streamgauge.experiments.maximum import tidy
from streamgauge.measure.definitions import COMPONENTS

from .command import Command


@pytest.mark.slow
def test_components_and_operations_give_the_mean_latency(streamgauge: Command) -> None:
    options = ("--rate", "500", "--seconds", "10", "--warmup", "10", "--json")
    outcome = streamgauge("run", "breakdown", "ysb", "--engine", "spark-microbatch,spark-realtime,dual", *options)
    assert outcome.code in (ExitCode.OK, ExitCode.INCONCLUSIVE), outcome  # a busy machine makes the sender late
    batches, records, both = outcome.json["engines"]
    for entry in (batches, records, both):
        assert entry["verified"], entry["differences"]
        mean = entry["latency_ms"]["mean"]
        assert tuple(entry["components_ms"]) == COMPONENTS
        assert sum(entry["components_ms"].values()) + entry["remainder_ms"] == pytest.approx(mean, abs=0.1)
        assert abs(entry["remainder_ms"]) < 0.1 * mean
        assert sum(entry["operations_ms"].values()) == pytest.approx(mean, abs=0.1)
        assert list(entry["operations_ms"]) == ["receive", "parse", "views", "ads", "campaigns", "counts", "sink"]
    assert batches["components_ms"]["wait"] > 0
    assert batches["components_ms"]["schedule"] > 0
    for calm in (records, both):
        assert calm["components_ms"]["wait"] == calm["components_ms"]["schedule"] == 0


def test_what_cannot_be_broken_down_is_refused(streamgauge: Command) -> None:
    assert "cannot tell where" in streamgauge("run", "breakdown", "wordcount", "--engine", "reference").refuses()
    assert "Python state" in streamgauge("run", "breakdown", "operator-fold", "--engine", "spark-microbatch").refuses()


@pytest.mark.slow
def test_several_parts_cannot_be_broken_down(streamgauge: Command) -> None:
    outcome = streamgauge("run", "breakdown", "ysb", "--engine", "dual", "--option", "cut=every")
    assert outcome.code == ExitCode.WRONG_REQUEST
    assert "stamps do not travel from part to part" in outcome.err


@pytest.mark.slow
def test_half_of_what_the_engine_does_is_broken_down(streamgauge: Command) -> None:
    options = ("--rate", "half", "--seconds", "5", "--warmup", "5", "--json")
    outcome = streamgauge("run", "breakdown", "ysb", "--engine", "spark-microbatch", *options)
    assert outcome.code in (ExitCode.OK, ExitCode.INCONCLUSIVE), outcome
    (entry,) = outcome.json["engines"]
    assert entry["verified"], entry["differences"]
    assert entry["rate"] == str(tidy(entry["maximum_per_second"] / 2))
    assert entry["components_ms"]
