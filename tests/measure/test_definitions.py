"""Every number that the measuring side makes has a definition, by the name it has in results."""

import dataclasses

import numpy as np
import pytest

from streamgauge.measure.boxplot import BoxPlot, box_plot
from streamgauge.measure.definitions import DEFINITIONS, figure_names, resolution_of
from streamgauge.measure.histogram import RELATIVE_ERROR
from streamgauge.measure.latency import summarise
from streamgauge.measure.sustained import Growth
from streamgauge.measure.usage import RoleUse


def test_parts_are_the_names_in_data() -> None:
    summary, box = summarise(np.arange(100_000)), box_plot(np.arange(3))
    assert summary is not None
    assert box is not None
    assert DEFINITIONS["latency_ms"].parts == DEFINITIONS["first_output_ms"].parts == tuple(summary.to_data())
    assert DEFINITIONS["jitter"].parts == DEFINITIONS["box_plot"].parts == tuple(box.to_data())
    for growth in ("backlog_growth", "latency_growth"):
        assert DEFINITIONS[growth].parts == tuple(field.name for field in dataclasses.fields(Growth))
    assert {field.name for field in dataclasses.fields(RoleUse)} < set(DEFINITIONS)
    assert {field.name for field in dataclasses.fields(BoxPlot)} == set(DEFINITIONS["box_plot"].parts)


def test_what_is_said_of_the_histogram_is_true() -> None:
    assert f"1/{round(1 / RELATIVE_ERROR)} " in DEFINITIONS["histogram"].meaning


@pytest.mark.parametrize("definition", DEFINITIONS.values(), ids=lambda each: each.name)
def test_a_definition_says_what_it_means(definition: object) -> None:
    assert len(getattr(definition, "meaning", "")) > 15


def test_latencies_are_no_finer_than_the_stamps() -> None:
    coarse = {name for name in figure_names() if resolution_of(name)}
    assert {"latency_ms.p50", "time_averaged_ms", "epoch_ms.p99", "floor_ms.max"} <= coarse
    assert not coarse & {"records_per_second", "excess_ms_s", "catch_up_s", "gc_s", "jitter.max", "sustainable_rate.middle"}


def test_figures_are_numbers() -> None:
    assert "latency_ms.p99.9" in figure_names()
    assert "records_per_second" in figure_names()
    assert "verified" not in figure_names()
    assert "resources.engine.cores" in figure_names()
    assert "ratio" not in figure_names()
    assert len(set(figure_names())) == len(figure_names())
