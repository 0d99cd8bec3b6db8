"""The controller: what it begins with, and that it learns before it decides."""

import pytest

from streamgauge.engines.dual.controller import Controller
from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.part_model import Basis, Estimate, PartModel
from streamgauge.errors import RequestError

from .observed import at, part


def test_every_part_begins_with_the_defaults() -> None:
    controller = Controller.of(3, fixed=frozenset({2}), given={"delta": 0.3})
    assert [each.is_fixed for each in controller.model.parts] == [False, True, False]
    assert {each.delta for each in controller.model.parts} == {Estimate(0.3, Basis.GIVEN)}
    assert {each.capacity_ratio for each in controller.model.parts} == {Estimate(0.2)}


def test_what_was_learnt_goes_on_and_what_was_given_does_not() -> None:
    kept = Model((PartModel().given({"K": 0.9, "T": 1.0}).calibrated(data_rate=7_000.0),))
    model = Controller.of(kept=kept, given={"T": 2.0}).model.part(1)
    assert model.data_rate == Estimate(7_000.0, Basis.CALIBRATED)
    assert model.capacity_ratio == Estimate(0.2)
    assert model.batch_s == Estimate(2.0, Basis.GIVEN)


@pytest.mark.parametrize("kept", [Model((PartModel(),)), Model((PartModel(), PartModel(is_fixed=True)))])
def test_a_model_of_other_parts_is_refused(kept: Model) -> None:
    with pytest.raises(RequestError, match="kept model"):
        Controller.of(2, kept=kept)


def test_it_decides_with_what_it_has_just_learnt() -> None:
    controller = Controller.of()
    for tick in range(9):
        decision, controller = controller.seen(at(tick / 4, part(0, arrived=5_000 * tick)))
    assert decision.figures[0].arrival_rate == pytest.approx(20_000)
    assert decision.figures[0].data_rate == pytest.approx(20_000)  # it has been seen to keep up


def test_a_switch_tells_how_long_it_took() -> None:
    assert Controller.of(2).switched(1, gap_s=0.6).model.part(1).switch_s == Estimate(0.6, Basis.CALIBRATED)


def test_a_fixed_part_never_switches() -> None:
    controller = Controller.of(fixed=frozenset({1}))
    for tick in range(100):
        seen = at(tick / 4, part(10_000_000, arrived=10**9 + 50_000 * tick, paradigm=Paradigm.OPERATION))
        decision, controller = controller.seen(seen)
        assert not decision.switches


def test_a_switch_that_could_not_be_done_is_not_remembered() -> None:
    """No rest follows it, and it is none of those that a minute may have."""
    controller = Controller.of(given={"PD": 5_000.0, "K": 0.1})
    for tick in range(30):
        before = controller.memory
        decision, controller = controller.seen(at(tick / 4, part(100_000, arrived=200_000 + 20_000 * tick)))
        if decision.to is not None:
            controller = controller.not_switched(decision.parts, decision.parts, before)
            break
    assert controller.memory == before
    decision, _ = controller.seen(at((tick + 1) / 4, part(100_000, arrived=200_000 + 20_000 * (tick + 1))))
    assert decision.to is Paradigm.OPERATION
