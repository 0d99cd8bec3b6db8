"""Epochs: what each of them changes, as the whole has it in the end."""

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.experiments.closed import epochs_of
from streamgauge.workloads import load_workload


@pytest.mark.parametrize("name", ["wordcount", "grep", "ysb", "operator-dedup"])
def test_the_last_epochs_that_change_a_row_have_its_final_value(name: str) -> None:
    configured = load_workload(name).configured({}, seed=2)
    records = configured.stream.records(0, 250)
    epochs = list(epochs_of(configured.flow, records, 100))
    assert [(epoch.first_event, len(epoch.values)) for epoch in epochs] == [(0, 100), (100, 100), (200, 50)]
    last = {identity: values for epoch in epochs for identity, values in epoch.rows.rows.items()}
    assert last == evaluate(configured.flow, records).rows
