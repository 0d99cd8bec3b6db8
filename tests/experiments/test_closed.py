"""Epochs: what each of them changes, as the whole has it in the end."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.errors import InconclusiveError
from streamgauge.experiments.closed import ClosedPlan, _figures, epochs_of
from streamgauge.experiments.plans import EnginePlan, TransportPlan, WorkloadPlan
from streamgauge.workloads import load_workload


@pytest.mark.parametrize("name", ["wordcount", "grep", "ysb", "operator-dedup"])
def test_the_last_epochs_that_change_a_row_have_its_final_value(name: str) -> None:
    configured = load_workload(name).configured({}, seed=2)
    records = configured.stream.records(0, 250)
    epochs = list(epochs_of(configured.flow, records, 100))
    assert [(epoch.first_event, len(epoch.values)) for epoch in epochs] == [(0, 100), (100, 100), (200, 50)]
    last = {identity: values for epoch in epochs for identity, values in epoch.rows.rows.items()}
    assert last == evaluate(configured.flow, records).rows


def test_an_epoch_that_nothing_comes_out_of_has_no_time() -> None:
    figures = _figures(ClosedPlan(**PLAN), _trial(), np.arange(40), np.arange(40) % 2 == 1)
    assert (figures["epochs"], figures["silent_epochs"]) == (18, 18)
    assert (figures["epoch_ms"]["max"], figures["cdf_ms"][0]) == (39, 5)


def test_epochs_that_nothing_comes_out_of_prove_nothing() -> None:
    with pytest.raises(InconclusiveError, match="nothing comes out of any epoch of grep"):
        _figures(ClosedPlan(**PLAN), _trial(), np.zeros(40), np.zeros(40, dtype=bool))


PLAN: dict[str, Any] = {"workload": WorkloadPlan("grep"), "engines": (EnginePlan("reference"),), "transport": TransportPlan()}


def _trial() -> Any:
    """A trial that has ended well."""
    comparison = SimpleNamespace(written=40, equal=True, repeated=0, examples=())
    return SimpleNamespace(
        engine_name="reference",
        events=40,
        input=SimpleNamespace(partitions=1),
        workload=load_workload("grep").configured({}, seed=1),
        check=lambda: comparison,
        broken=lambda: {"count": 0},
    )
