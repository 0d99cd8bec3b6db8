"""Latency by component: the components of each paradigm add up to its latency in the model."""

from hypothesis import given
from hypothesis import strategies as st

from streamgauge.engines.dual.components import latency_components_ms
from streamgauge.engines.dual.part_model import PartModel

rates, seconds = st.floats(1, 1e6), st.floats(0, 100)
values = st.fixed_dictionaries({"PD": rates, "PO": rates, "V": rates, "T": st.floats(0.01, 100), "t_schedule": seconds})


@given(values=values, queue=st.integers(0, 10**9))
def test_components_add_up(values: dict[str, float], queue: int) -> None:
    model = PartModel().given(values)
    found = latency_components_ms(model, queue)
    sums = {paradigm: sum(each.values()) for paradigm, each in found.items()}
    assert abs(sums["data stream"] - 1_000 * (model.data_latency_s(queue) + 1 / values["PD"])) < 0.01
    assert abs(sums["operation stream"] - 1_000 * model.operation_latency_s) < 0.01


def test_only_a_batch_is_waited_for_and_scheduled() -> None:
    found = latency_components_ms(PartModel(), queue=10)["data stream"]
    assert (found["wait"], found["schedule"]) == (0, 0)
    assert found["outside wait"] > 0
