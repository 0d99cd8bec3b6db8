"""The floor: measured once, under a label of its own, and told only if it proves something."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from streamgauge.errors import AnswerError
from streamgauge.experiments import floor, maximum
from streamgauge.experiments.experiment import Bench
from streamgauge.experiments.lab import Lab
from streamgauge.experiments.latency import LatencyPlan
from streamgauge.experiments.online import Offer, Offered
from streamgauge.experiments.plans import EnginePlan, WorkloadPlan
from streamgauge.experiments.throughput import ThroughputPlan

from .trials import offered_of, wordcount_trial, write

ENGINE = EnginePlan("fake")
PLAN = LatencyPlan(workload=WorkloadPlan("wordcount"), engines=(ENGINE,))


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def bench(said: list[str]) -> Bench:
    lab = Lab(SimpleNamespace(say=said.append))  # type: ignore[arg-type]
    return Bench(ENGINE, lab, None, "fake-1")  # type: ignore[arg-type]


def measured(monkeypatch: pytest.MonkeyPatch, folder: Path, late_ms: float) -> list[str]:
    """The labels under which floors will have been measured."""
    labels: list[str] = []

    def offer_to(at: Bench, _: Offer, __: LatencyPlan) -> Offered:
        labels.append(at.label)
        trial = wordcount_trial()
        write(trial)
        return offered_of(trial, late_ms=late_ms, folder=folder)

    monkeypatch.setattr(floor, "offer_to", offer_to)
    monkeypatch.setattr(floor, "WARMUP_S", 0.0)
    return labels


def test_each_floor_has_a_label_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bench: Bench) -> None:
    labels = measured(monkeypatch, tmp_path, 1.0)
    first = floor.floor_figures(PLAN, bench, "replay:times=/data/t")
    assert first == floor.floor_figures(PLAN, bench, "replay:times=/data/t")
    assert first["floor_ms"]["p50"] == 50
    floor.floor_figures(PLAN, replace(bench, engine=EnginePlan("fake", {"speed": 9})), "replay:times=/data/t")
    assert labels == ["floor-fake-1", "floor-fake-2"]


def test_a_floor_whose_sender_was_late_is_not_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bench: Bench, said: list[str]
) -> None:
    labels = measured(monkeypatch, tmp_path, 400.0)
    assert [floor.floor_figures(PLAN, bench, "2000") for _ in range(2)] == [{"floor_ms": None}] * 2
    assert len(labels) == 1
    assert said[-1].startswith("WARNING: the floor of fake at 2000/s is not told: the sender was late")


def test_a_maximum_of_a_wrong_answer_is_none(monkeypatch: pytest.MonkeyPatch, bench: Bench) -> None:
    wrong = {"verified": False, "differences": ["missing: a row"], "inconclusive": None, "records_per_second": 9.0}
    monkeypatch.setattr(maximum, "measure_throughput", lambda *_: wrong)
    with pytest.raises(AnswerError, match="missing: a row"):
        maximum.maximum_per_second(PLAN, bench)


def test_each_maximum_has_a_label_of_its_own(monkeypatch: pytest.MonkeyPatch, bench: Bench) -> None:
    labels: list[str] = []

    def measure(_: ThroughputPlan, at: Bench) -> dict[str, object]:
        labels.append(at.label)
        return {"verified": True, "inconclusive": None, "records_per_second": 1_000}

    monkeypatch.setattr(maximum, "measure_throughput", measure)
    for options in ({}, {"speed": 9}):
        assert maximum.maximum_per_second(PLAN, replace(bench, engine=EnginePlan("fake", options))) == 1_000
    assert labels == ["maximum-fake-wordcount-1-30000", "maximum-fake-wordcount-2-30000"]
