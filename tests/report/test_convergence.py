"""The convergence of k-means on a run's page: drawn, told in words, and never a reason to fail."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from streamgauge.report.page import report_page
from streamgauge.report.sections.convergence import _thinned
from streamgauge.runs.reading import read_run

from .html import Tags
from .made_runs import add_convergence, make_run, throughput_trial

Places = list[tuple[int, float]]

CURVE = [(100 * number, 2.0 / min(number, 50)) for number in range(1, 101)]


def page_of(root: Path, **curves: Places) -> Tags:
    folder = make_run(root, [throughput_trial("spark-microbatch")], experiment="throughput", workload="kmeans")
    add_convergence(folder, "spark-microbatch-1", **curves)
    return Tags(report_page([read_run(folder)]))


def test_it_is_drawn_with_the_reference_and_told(tmp_path: Path) -> None:
    page = page_of(tmp_path, found=CURVE, reference=CURVE[:60])
    assert page.names.count("svg") == 2
    assert "spark-microbatch: 0.04 after 10,000 points, and no more than a tenth above that from 4,600 points on" in page.text
    assert "Dotted: the reference" in page.text


def test_a_curve_without_a_reference_is_drawn(tmp_path: Path) -> None:
    assert "Dotted" not in page_of(tmp_path, found=CURVE).text


def test_what_is_damaged_is_said(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [throughput_trial("spark-microbatch")], experiment="throughput", workload="kmeans")
    (folder / "samples" / "spark-microbatch-1-convergence.parquet").write_bytes(b"PAR1")
    page = Tags(report_page([read_run(folder)]))
    assert "the convergence of spark-microbatch-1 is damaged" in page.text
    assert page.names.count("svg") == 1


@given(st.integers(1, 20_000))
def test_thinned_curves_keep_their_ends_and_their_order(count: int) -> None:
    curve = [(float(number), 1.0) for number in range(count)]
    thin = _thinned(curve)
    assert (thin[0], thin[-1]) == (curve[0], curve[-1])
    assert len(thin) <= 300
    assert list(thin) == sorted(thin)
