"""What a run folder lacks is said where it would have been shown, with the name of the file."""

from pathlib import Path

import pytest

from streamgauge.report.index import index_page
from streamgauge.report.page import report_page
from streamgauge.runs.reading import read_run

from .html import Tags
from .made_runs import add_convergence, add_samples, closed_trial, latency_trial, make_run, sustain_trial, throughput_trial

CURVE = [(100 * number, 2.0 / number) for number in range(1, 51)]


def page_of(folder: Path) -> Tags:
    return Tags(report_page([read_run(folder)]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = make_run(tmp_path, [latency_trial("dual"), latency_trial("flink")])
    for label in ("dual-1", "flink-1"):
        add_samples(made, label)
    return made


def test_a_whole_folder_lacks_nothing(folder: Path) -> None:
    assert "issing or damaged" not in page_of(folder).text


@pytest.mark.parametrize("is_gone", [True, False], ids=["missing", "damaged"])
@pytest.mark.parametrize(
    ("kind", "said"),
    [("series", "these trials are not on the time axis"), ("resources", "CPU and memory of these trials are not drawn")],
)
def test_files_of_the_time_axis(folder: Path, kind: str, said: str, *, is_gone: bool) -> None:
    file = folder / "samples" / f"flink-1-{kind}.parquet"
    file.unlink() if is_gone else file.write_bytes(b"PAR1 half")
    assert f"missing or damaged: flink-1-{kind}.parquet; {said}" in page_of(folder).text


def test_a_time_axis_of_which_nothing_is_left(tmp_path: Path) -> None:
    text = page_of(make_run(tmp_path, [latency_trial("dual"), latency_trial("flink")])).text
    assert "missing or damaged: dual-1-series.parquet, flink-1-series.parquet; these trials are not on the time axis" in text


@pytest.mark.parametrize(
    ("make", "experiment"), [(throughput_trial, "throughput"), (closed_trial, "closed"), (sustain_trial, "sustain")]
)
def test_experiments_without_a_time_axis_lack_none(tmp_path: Path, make: object, experiment: str) -> None:
    trial = make("dual", warmup_s=5.0) if make is sustain_trial else make("dual")  # type: ignore[operator]
    text = page_of(make_run(tmp_path, [trial], experiment=experiment, workload="wordcount")).text
    assert "issing or damaged" not in text
    assert "Second by second" not in text


def test_a_convergence_that_is_missing(tmp_path: Path) -> None:
    trials = [throughput_trial("dual"), throughput_trial("flink")]
    folder = make_run(tmp_path, trials, experiment="throughput", workload="kmeans")
    add_convergence(folder, "dual-1", found=CURVE)
    page = page_of(folder)
    assert "the convergence of flink-1 is missing" in page.text
    assert "the convergence of dual-1 is missing" not in page.text
    assert "the convergence of" not in page_of(make_run(tmp_path, trials, experiment="throughput", name="other")).text


@pytest.mark.parametrize(
    ("text", "said"), [(None, "plan.toml is missing"), ("rate = ", "plan.toml cannot be read"), ("", "plan.toml is empty")]
)
def test_a_plan_that_is_lost_is_told_in_place_of_the_command_that_takes_it(folder: Path, text: str | None, said: str) -> None:
    assert "streamgauge run --plan" in page_of(folder).text
    assert "Which options the engines were given is not known" not in page_of(folder).text
    (folder / "plan.toml").unlink()
    if text is not None:
        (folder / "plan.toml").write_text(text)
    page = page_of(folder)
    assert "streamgauge run --plan" not in page.text
    assert "streamgauge run latency wordcount" in page.text
    assert said in page.text.partition("To do it again")[2]
    assert "Which options the engines were given is not known" in page.text


def test_an_index_says_that_options_are_not_known(folder: Path) -> None:
    assert "options not known" not in index_page([read_run(folder)], [], folder)
    (folder / "plan.toml").unlink()
    assert "options not known" in index_page([read_run(folder)], [], folder)
