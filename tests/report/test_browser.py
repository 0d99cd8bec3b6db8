"""Pages in a real browser, at the width of a desk and of a phone, in light and dark: whole, legible, nothing fetched."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from streamgauge.report.index import index_page
from streamgauge.report.page import report_page
from streamgauge.report.reproduction import reproduction_pages
from streamgauge.runs.reading import Run, read_run
from streamgauge.suites import load_suite

from .browser import Browser
from .made_runs import (
    START_MS,
    SWITCH,
    add_convergence,
    add_samples,
    breakdown_trial,
    burst_trial,
    closed_trial,
    latency_trial,
    make_run,
    sustain_trial,
    sweep_trial,
    throughput_trial,
)

ENGINES = ("spark-microbatch", "spark-realtime", "dual")
DESK, PHONE, PAPER = 1280, 390, 718  # the last is a sheet of A4 between its margins
PAGES = ("report", "index", "000-streambench.html", "001-do.html", "002-iot.html", "003-strymon.html")

looked_at = pytest.mark.parametrize(
    ("width", "is_dark"),
    [(DESK, False), (DESK, True), (PHONE, False), (PHONE, True)],
    ids=["desk", "desk-dark", "phone", "phone-dark"],
)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    """Every kind of chart, five switches close to each other among them, and names that differ only at their ends."""
    root = tmp_path_factory.mktemp("runs")
    switches = [SWITCH | {"at_ms": START_MS + 12_500 + 600 * number, "commit_s": 0.1} for number in range(5)]
    switches.append(SWITCH | {"at_ms": START_MS + 39_900, "to": "data stream"})
    bursts = [burst_trial(each, switches=switches if each == "dual" else []) for each in ENGINES]
    folders = [make_run(root, bursts, experiment="burst", name="burst", workload="ysb")]
    folders.append(make_run(root, [latency_trial(each) for each in ENGINES], name="latency", plan={"rate": "half"}))
    for folder in folders:
        for each in ENGINES:
            add_samples(folder, f"{each}-1")
    makers = (sweep_trial, sustain_trial, breakdown_trial, closed_trial, throughput_trial)
    for make in makers:
        name = make.__name__.removesuffix("_trial")
        folders.append(make_run(root, [make(each) for each in ENGINES], experiment=name, name=name, workload="ysb"))
    curve = [(100 * number, 2.0 / number) for number in range(1, 51)]
    add_convergence(folders[-1], "dual-1", found=curve, reference=curve)
    return [read_run(folder) for folder in (*folders, *swept_runs(root))]


def swept_runs(root: Path) -> Iterator[Path]:
    """Runs of each kind of chart whose names are long: what was swept stands at their ends."""
    place = "engines.spark-microbatch.spark_conf.spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing"
    for make in (throughput_trial, latency_trial, breakdown_trial, sweep_trial, sustain_trial, closed_trial):
        name = make.__name__.removesuffix("_trial")
        trials = [
            make(each, label=each, settings={"workload.set.distribution": f"zipf, exponent {tenths / 10}", place: "is-on"})
            for each in ENGINES
            for tenths in (9, 11)
        ]
        yield make_run(root, trials, experiment=name, name=f"swept-{name}", workload="ysb")


@pytest.fixture(scope="module")
def pages(runs: list[Run]) -> dict[str, str]:
    """A report, the index, and what was published beside the runs."""
    root = runs[0].path.parent
    published = reproduction_pages(load_suite("seeds"), runs, root, lambda _: {})
    return {"report": report_page(runs), "index": index_page(runs, ["x: its status is 'failed'"], root)} | published


@looked_at
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole(
    browser: Browser, pages: dict[str, str], tmp_path: Path, name: str, width: int, *, is_dark: bool
) -> None:
    page = pages[name]
    seen = browser.look_at(page, tmp_path, width, is_dark=is_dark)
    assert seen.window == width
    assert seen.width <= seen.window, "the page scrolls sideways"
    assert len(seen.charts) == page.count("<svg")
    assert min(seen.charts, default=100) > 40
    assert seen.overlaps == []
    assert seen.cut == []
    assert seen.faint == []
    assert seen.complaints == []
    assert seen.fetched == []


@pytest.mark.parametrize("name", PAGES)
def test_a_printed_page_is_whole(browser: Browser, pages: dict[str, str], tmp_path: Path, name: str) -> None:
    """Nothing can be scrolled or opened on paper."""
    seen = browser.look_at(pages[name], tmp_path, PAPER, is_printed=True)
    assert seen.width <= PAPER
    assert seen.overlaps == []
    assert seen.cut == []
    assert seen.faint == []
    hidden = "[...document.querySelectorAll('details > pre')].filter(each => !each.getBoundingClientRect().height).length"
    assert browser.evaluate(hidden) == 0


def test_what_is_wrong_is_seen(browser: Browser, tmp_path: Path) -> None:
    """Else the test above would prove nothing."""
    words = {(5, 20): "one word", (9, 22): "another", (290, 50): "cut off", (150, 50): "half of a na…"}
    texts = "".join(f'<text x="{x}" y="{y}">{word}</text>' for (x, y), word in words.items())
    svg = f'<svg width="300" height="60">{texts}</svg>'
    axis = '<g class="mark-rule role-axis-grid"><line x2="300" y2="60" stroke="#000"/></g>'
    empty = f'<svg width="300" height="60">{axis}<g class="mark-line role-mark"><path d=""/></g></svg>'
    drawn = f'<svg width="300" height="60">{axis}<g class="mark-line role-mark"><path d="M0,0L9,9" stroke="#000"/></g></svg>'
    wide = '<p style="width: 3000px; color: #eee; background: none">wide and faint</p>'
    script = '<script>console.error("no"); fetch("http://localhost:9/x").catch(() => 0)</script>'
    seen = browser.look_at(f'<body style="background: #fff">{svg}{empty}{drawn}{wide}{script}</body>', tmp_path, DESK)
    assert ["one word", "another"] in seen.overlaps
    assert {"cut off", "half of a na…"} <= {*seen.cut}
    assert seen.faint == ["wide and faint"]
    assert seen.width > seen.window
    assert any('"no"' in each for each in seen.complaints)
    assert seen.fetched == ["http://localhost:9/x"]
    assert seen.charts == [0, 0, 60]
