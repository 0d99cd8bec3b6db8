"""A figure over what was swept: rates and times, and when there is an ideal."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from streamgauge.report.charts.scale import Ideal
from streamgauge.report.page import report_page
from streamgauge.runs.reading import read_run

from .html import Tags
from .made_runs import closed_trial, make_run, sustain_trial, throughput_trial


def text_of(root: Path, trials: Sequence[dict[str, Any]], experiment: str) -> str:
    return Tags(_page(root, trials, experiment)).text


def _page(root: Path, trials: Sequence[dict[str, Any]], experiment: str) -> str:
    labelled = [each | {"label": f"dual-{number}"} for number, each in enumerate(trials)]
    return report_page([read_run(make_run(root, labelled, experiment=experiment))])


@pytest.mark.parametrize(
    ("setting", "values", "has_lines", "has_ideal"),
    [
        ("transport.partitions", (1, 2, 4), True, True),
        ("engines.flink.parallelism", (1, 2, 4), True, True),
        ("engines.bytewax.workers", (2, 4), True, True),
        ("engines.flink.parallelism", (0, 1, 2), True, False),  # 0 is as many as there are cores
        ("workload.set.keys", (10, 100), True, False),
        ("engines.dual.exact", (False, True), False, False),
        ("workload.set.skew", ("none", "high"), False, False),
    ],
)
def test_throughput(tmp_path: Path, setting: str, values: Sequence[Any], *, has_lines: bool, has_ideal: bool) -> None:
    trials = [throughput_trial("dual", rate=1000.0 * (n + 1), settings={setting: each}) for n, each in enumerate(values)]
    text = text_of(tmp_path, trials, "throughput")
    assert (f"Records/s by {setting.rpartition('.')[2]}. dual: 1,000 at " in text) is has_lines
    assert ("Records/s of each engine" in text) is not has_lines
    assert ("Dotted: what it would be if it grew with it" in text) is has_ideal


def test_a_bar_that_counts_for_nothing_ranks_nobody(tmp_path: Path) -> None:
    trials = [
        throughput_trial("toy", rate=900_000.0, verified=False),
        throughput_trial("late", rate=700_000.0, inconclusive="too short"),
        throughput_trial("dual", rate=40_000.0),
    ]
    text = text_of(tmp_path, trials, "throughput")
    assert "Records/s of each engine. toy: WRONG, does not count; late: inconclusive; dual: 40,000." in text


def test_the_sustainable_rate(tmp_path: Path) -> None:
    trials = [sustain_trial("dual", rate=1000.0 * n, settings={"transport.partitions": n}) for n in (1, 2)]
    text = text_of(tmp_path, trials, "sustain")
    assert "Sustainable rate, records/s by partitions. dual: 1,000 at 1, 2,000 at 2. Dotted: what it would be if it grew" in text


def test_the_time_of_an_epoch_falls(tmp_path: Path) -> None:
    trials = [closed_trial("dual", epoch_ms=40.0 / n, settings={"engines.bytewax.workers": n}) for n in (1, 2)]
    text = text_of(tmp_path, trials, "closed")
    assert "Median time of an epoch, ms by workers. dual: 40 at 1, 20 at 2. Dotted: what it would be if it fell" in text


def test_what_was_swept_stands_below_the_chart_as_it_is(tmp_path: Path) -> None:
    """And its heading is the name of the property alone."""
    sizes = (2, 10, 1_000_000)
    trials = [throughput_trial("dual", rate=1000.0, settings={"workload.set.keys": each}) for each in sizes]
    page = _page(tmp_path, trials, "throughput")
    assert all(f">{each:,}</text>" in page for each in sizes)
    assert "workload.set.keys" not in Tags(page).text.partition("To do it again")[0]


def test_ideals_go_through_the_first_point() -> None:
    assert Ideal.GROWS.of({2: 10.0, 4: 12.0}) == {2: 10.0, 4: 20.0}
    assert Ideal.FALLS.of({2: 10.0, 4: 8.0}) == {2: 10.0, 4: 5.0}
