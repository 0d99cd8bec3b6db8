"""A search over probes whose outcome is known: what the result says of them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from streamgauge.experiments import sustain
from streamgauge.experiments.experiment import Bench
from streamgauge.experiments.online import Offer, Offered
from streamgauge.experiments.plans import EnginePlan, WorkloadPlan
from streamgauge.experiments.sustain import SustainPlan, measure_sustain
from streamgauge.measure.sustained import Growth, Holds, Judgement

from .trials import ROWS, offered_of, wordcount_trial, write

PLAN = SustainPlan(workload=WorkloadPlan("wordcount"), engines=(EnginePlan("fake"),), rate="1000", step=2.0, width=0.1)


class Silent:
    """A lab that says nothing."""

    def say(self, text: str) -> None:
        pass


def search(monkeypatch: pytest.MonkeyPatch, folder: Path, *, holds_up_to: int, late_above: int) -> dict[str, Any]:
    """The result for an engine that holds rates up to one, and a sender that is late above another."""

    def offer_to(_: Bench, offer: Offer, __: SustainPlan, *, may_lag: bool) -> Offered:
        assert may_lag
        trial = wordcount_trial()
        write(trial)
        late_ms = 500.0 if int(offer.rate) > late_above else 1.0
        return replace(offered_of(trial, late_ms=late_ms, folder=folder), offer=replace(offer, seconds=2.0))

    def judge(offered: Offered, _: float) -> Judgement:
        rate = int(offered.offer.rate)
        if rate > late_above:
            return Judgement.inconclusive("late")
        held = rate <= holds_up_to
        growth = Growth(0.0, 0.0, 0.0) if held else Growth(0.2, 0.1, 0.3)
        return Judgement(Holds.SUSTAINED if held else Holds.NOT_SUSTAINED, growth, growth)

    monkeypatch.setattr(sustain, "offer_to", offer_to)
    monkeypatch.setattr(sustain, "_judged", judge)
    return measure_sustain(PLAN, Bench(EnginePlan("fake"), Silent(), None, "fake"))  # type: ignore[arg-type]


def test_the_limit_lies_in_the_interval_and_every_probe_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result = search(monkeypatch, tmp_path, holds_up_to=5_000, late_above=10**9)
    assert result["sustainable_rate"]["low"] <= 5_000 <= result["sustainable_rate"]["high"]
    assert result["sustainable_rate"]["relative_width"] <= 0.1
    assert result["inconclusive"] is None
    assert result["verified"]
    assert [probe["label"] for probe in result["probes"][:2]] == ["fake-probe1", "fake-probe2"]
    assert {probe["holds"] for probe in result["probes"]} == {"sustained", "not sustained"}
    assert result["warmup_s"] == 5.0
    assert all("throttled_share" in each for each in (result, *result["probes"]))


def test_a_generator_that_is_too_slow_leaves_the_upper_end_open(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result = search(monkeypatch, tmp_path, holds_up_to=10**9, late_above=3_000)
    assert result["sustainable_rate"]["high"] is None
    assert 2_500 < result["sustainable_rate"]["low"] <= 3_000
    assert result["inconclusive"] is None
    assert "above it the generator was late" in result["ending"]


def test_a_generator_that_is_too_slow_for_any_rate_makes_it_inconclusive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result = search(monkeypatch, tmp_path, holds_up_to=10**9, late_above=0)
    assert result["sustainable_rate"]["low"] is None
    assert result["inconclusive"]


def test_a_late_sender_decides_nothing_and_an_engine_given_up_everything(tmp_path: Path) -> None:
    trial = wordcount_trial()
    write(trial)
    late = offered_of(trial, late_ms=500.0, folder=tmp_path)
    assert sustain._judged(late, 0.0).holds is Holds.INCONCLUSIVE
    stepped = replace(offered_of(trial, folder=tmp_path), clock_step_ms=6.0)
    assert sustain._judged(stepped, 0.0).holds is Holds.INCONCLUSIVE
    given_up = replace(offered_of(trial, folder=tmp_path), comparison=None)
    assert sustain._judged(given_up, 0.0).holds is Holds.NOT_SUSTAINED


def test_an_engine_given_up_is_not_wrong_even_if_the_sender_was_late_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def offer_to(_: Bench, offer: Offer, __: SustainPlan, *, may_lag: bool) -> Offered:
        trial = wordcount_trial()
        write(trial, ROWS[:1])
        late = offered_of(trial, late_ms=501.0, folder=tmp_path)
        return replace(late, offer=replace(offer, seconds=2.0), comparison=None if may_lag else late.comparison)

    monkeypatch.setattr(sustain, "offer_to", offer_to)
    result = measure_sustain(replace(PLAN, warmup="0"), Bench(EnginePlan("fake"), Silent(), None, "fake"))  # type: ignore[arg-type]
    assert {(each["given_up"], each["holds"], each["verified"]) for each in result["probes"]} == {(True, "inconclusive", False)}
    assert result["verified"]
    assert result["inconclusive"]
