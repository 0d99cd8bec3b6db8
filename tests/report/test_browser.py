"""Pages in a real browser, at the width of a desk and of a phone: drawn whole, nothing cut, nothing fetched, no complaint."""

from pathlib import Path

import pytest

from streamgauge.report.page import report_page
from streamgauge.runs.reading import read_run

from .browser import CHROMIUM, look_at
from .made_runs import SWITCH, add_samples, breakdown_trial, burst_trial, make_run, sustain_trial, sweep_trial

ENGINES = ("spark-microbatch", "spark-realtime", "dual")

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: pages are not looked at")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Most kinds of charts on one page, two switches close to each other among them."""
    root = tmp_path_factory.mktemp("runs")
    back = SWITCH | {"at_ms": SWITCH["at_ms"] + 2500, "to": "data stream"}
    bursts = [burst_trial(each, switches=[SWITCH, back] if each == "dual" else []) for each in ENGINES]
    folders = [make_run(root, bursts, experiment="burst", name="burst")]
    for each in ENGINES:
        add_samples(folders[0], f"{each}-1")
    for name, make in (("sweep", sweep_trial), ("sustain", sustain_trial), ("breakdown", breakdown_trial)):
        folders.append(make_run(root, [make(each) for each in ENGINES], experiment=name, name=name))
    return report_page([read_run(folder) for folder in folders])


@pytest.mark.parametrize("width", [1280, 500])
def test_a_page_is_whole(page: str, tmp_path: Path, width: int) -> None:
    seen = look_at(page, tmp_path, width)
    assert seen.window == width
    assert seen.width <= seen.window, "the page scrolls sideways"
    assert len(seen.charts) == page.count("<svg")
    assert min(seen.charts) > 40
    assert seen.overlaps == []
    assert seen.cut == []
    assert seen.complaints == []
    assert seen.fetched == []
