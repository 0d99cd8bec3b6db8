"""The table of a breakdown: beside the parts of a latency stands how much was written for it."""

from streamgauge.report.tables.breakdown import breakdown_tables

from .made_runs import breakdown_trial


def test_outputs_for_each_input_stand_beside_the_components() -> None:
    entries = [breakdown_trial("dual", outputs_per_input=0.25), breakdown_trial("spark", outputs_per_input=None)]
    components, operations = breakdown_tables({"workload": "ysb", "engines": entries})
    place = components.headings.index("outputs each")
    assert [row[place] for row in components.rows] == [0.25, "-"]
    assert components.defines["outputs each"] == "outputs_per_input"
    assert "outputs each" not in operations.headings
