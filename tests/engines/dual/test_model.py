"""The model: the seed's equations, where each value comes from, and its kept form."""

import json
from dataclasses import fields

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.part_model import SYMBOLS, Basis, Estimate, PartModel
from streamgauge.errors import RequestError

# WordCount as measured: PD 6,000-15,000 and PO 126,000-283,000 sentences/s, a batch of 0.4-0.9 s when calm.
WORDCOUNT = {"PD": 10_000, "PO": 200_000, "V": 2_000, "T": 0.6, "t_schedule": 0.4, "t_trans(data)": 0.01}

rates = st.floats(1, 1e7)
times = st.floats(0.001, 60)


def test_every_value_has_a_symbol() -> None:
    assert set(SYMBOLS.values()) == {each.name for each in fields(PartModel)} - {"is_fixed"}


def test_switch_point_of_wordcount() -> None:
    part = PartModel().given(WORDCOUNT)
    assert part.capacity_ratio == Estimate(0.05, Basis.DERIVED)
    assert part.offset_s.value == pytest.approx(0.7)  # 0.6 / 2 + 0.4 + 0.01 - 0.01
    assert part.switch_length == pytest.approx(0.05 * 2_000 * 0.6 + 0.7 * 10_000)
    assert (part.up_length, part.down_length) == pytest.approx((1.2 * part.switch_length, 0.8 * part.switch_length))


numbers = st.fixed_dictionaries(
    dict.fromkeys(("PD", "PO", "V"), rates) | dict.fromkeys(("T", "t_schedule", "t_trans(data)", "t_trans(operation)"), times)
)


@given(numbers=numbers, queue=st.floats(0, 1e9))
def test_beyond_the_switch_point_the_operation_stream_is_quicker(numbers: dict[str, float], queue: float) -> None:
    part = PartModel().given(numbers)
    assume(part.switch_length > 0)  # it never is less than nothing, where transmission alone decides
    assume(abs(queue - part.switch_length) > 1e-6 * part.switch_length)
    assert (queue > part.switch_length) == (part.data_latency_s(queue) > part.operation_latency_s)


def test_k_is_the_seeds_until_the_operation_stream_has_been_measured() -> None:
    part = PartModel().calibrated(data_rate=8_000.0)
    assert part.capacity_ratio == Estimate(0.2)
    assert part.operation_rate == Estimate(40_000.0, Basis.DERIVED)
    measured = part.calibrated(operation_rate=100_000.0)
    assert measured.capacity_ratio == Estimate(0.08, Basis.DERIVED)


def test_given_values_stay() -> None:
    part = PartModel().given({"K": 0.1, "PD": 5_000, "C": 1.0}).calibrated(data_rate=9_000.0, operation_rate=9_000.0, batch_s=3.0)
    assert part.data_rate == Estimate(5_000.0, Basis.GIVEN)
    assert part.capacity_ratio == Estimate(0.1, Basis.GIVEN)
    assert part.offset_s == Estimate(1.0, Basis.GIVEN)
    assert part.batch_s == Estimate(3.0, Basis.CALIBRATED)


@pytest.mark.parametrize(("po", "expected"), [(50_000, False), (12_400, True), (10_000, True), (8_000, True)])
def test_near_equal_capacities_bring_nothing(po: float, *, expected: bool) -> None:
    assert PartModel().given({"PD": 10_000, "PO": po}).brings_nothing is expected


def test_draining_is_endless_where_more_arrives_than_is_processed() -> None:
    part = PartModel().given(WORDCOUNT)
    assert part.drain_s(part.up_length + 16_000) == pytest.approx(2.0)
    assert part.drain_s(0) == 0
    assert part.given({"V": 10_000}).drain_s(100_000) == float("inf")


@pytest.mark.parametrize(
    ("numbers", "said"),
    [({"PD": 0}, "PD"), ({"delta": 1}, "delta"), ({"delta": 0}, "delta"), ({"T": -1}, "T"), ({"V": float("nan")}, "V")],
)
def test_impossible_values_are_refused(numbers: dict[str, float], said: str) -> None:
    with pytest.raises(RequestError, match=f"^{said} cannot be"):
        PartModel().given(numbers)


def test_an_unknown_symbol_is_refused_with_the_nearest() -> None:
    with pytest.raises(RequestError) as refused:
        Model((PartModel(),)).given({"t_shedule": 1})
    assert "'t_schedule'" in refused.value.fix


def test_kept_form_is_read_back_equal() -> None:
    model = Model((PartModel().given({"K": 0.1}).calibrated(data_rate=7_000.0), PartModel(is_fixed=True)))
    assert Model.from_data(json.loads(json.dumps(model.to_data()))) == model


@pytest.mark.parametrize(
    "data", [None, [], {}, {"version": 0, "parts": []}, {"version": 1}, {"version": 1, "parts": [{"PD": {"value": "fast"}}]}]
)
def test_anything_else_is_no_kept_model(data: object) -> None:
    with pytest.raises(RequestError, match="kept model"):
        Model.from_data(data)


def test_surge_at_the_source_is_the_first_magnification() -> None:
    first = PartModel().given({"V": 60_000, "V(calm)": 2_000, "lambda": 10})
    assert Model((first, PartModel())).magnifications == (30.0, 10.0, 1.0)
