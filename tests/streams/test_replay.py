"""Replay: the times of a file, scaled, repeated past its end, and what a file must not be."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams.rates import Replay, parse_rate

MS = 10**6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("replay")


def written(folder: Path, text: str) -> str:
    path = folder / "times.csv"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_times_are_those_of_the_file(folder: Path) -> None:
    shape = Replay(written(folder, "1358101800000,a,b\n1358101800000\n1358101800030,{}\n1358101800090\n"))
    assert shape.intended_ns(0, 4).tolist() == [0, 0, 30 * MS, 90 * MS]


def test_factor_makes_faster(folder: Path) -> None:
    times = written(folder, "0\n1\n1000\n")
    assert parse_rate(f"replay:times={times},factor=1000").intended_ns(0, 3).tolist() == [0, 1000, MS]
    assert Replay(times, 0.5).intended_ns(0, 3).tolist() == [0, 2 * MS, 2000 * MS]
    assert Replay(times, 3).intended_ns(0, 3).tolist() == [0, 333_333, 333_333_333]


def test_past_the_end_it_repeats_a_mean_gap_later(folder: Path) -> None:
    shape = Replay(written(folder, "100\n110\n160\n"))
    assert shape.intended_ns(0, 7).tolist() == [each * MS for each in (0, 10, 60, 90, 100, 150, 180)]
    assert [shape.events_within(each / 1000) for each in (0, 0.001, 10, 60, 61, 90, 91, 181)] == [0, 1, 1, 2, 3, 3, 4, 7]


def test_rate_is_that_of_the_second(folder: Path) -> None:
    shape = Replay(written(folder, "0\n100\n900\n1500\n4000\n"))
    assert [shape.rate_at(second) for second in (0, 0.95, 1.2, 2, 4)] == [3, 3, 1, 0, 1]
    assert shape.peak_per_second == 3
    assert Replay(shape.times, 1000).peak_per_second == 1000  # a round of five events takes 5 ms


@given(
    gaps=st.lists(st.integers(0, 5000), min_size=1, max_size=30).filter(any),
    factor=st.integers(1, 10**8).map(lambda millionths: millionths / 10**6),
    start=st.integers(0, 10**6),
    counts=st.lists(st.integers(0, 40), max_size=4),
)
def test_slices_equal_the_whole(folder: Path, gaps: list[int], factor: float, start: int, counts: list[int]) -> None:
    times = [sum(gaps[:number]) for number in range(len(gaps) + 1)]
    shape = Replay(written(folder, "\n".join(map(str, times))), factor)
    whole = shape.intended_ns(start, sum(counts)).tolist()
    parts: list[int] = []
    for count in counts:
        parts += shape.intended_ns(start + len(parts), count).tolist()
    assert parts == whole == sorted(whole)


@given(gaps=st.lists(st.integers(0, 5000), min_size=1, max_size=30).filter(any), seconds=st.integers(0, 200))
def test_events_within_counts_the_times_before(folder: Path, gaps: list[int], seconds: int) -> None:
    times = [sum(gaps[:number]) for number in range(len(gaps) + 1)]
    shape = Replay(written(folder, "\n".join(map(str, times))))
    events = shape.events_within(seconds)
    assert shape.intended_ns(events, 1).tolist()[0] >= seconds * 10**9
    assert not events or shape.intended_ns(events - 1, 1).tolist()[0] < seconds * 10**9


@pytest.mark.parametrize(
    ("text", "what", "where"),
    [
        ("", "cover no time", "times.csv"),
        ("5\n5\n", "cover no time", "times.csv"),
        ("1\n2\nthree,4\n", "'three' is not a time", "line 3"),
        ("1\n\n2\n", "'' is not a time", "line 2"),
        ("1.5\n", "'1.5' is not a time", "line 1"),
        ("1\n7,x\n6\n", "time 6 comes after 7", "line 3"),
        (f"0\n{10**19}\n", "longer than a century", "times.csv"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(folder: Path, text: str, what: str, where: str) -> None:
    with pytest.raises(RequestError) as refusal:
        Replay(written(folder, text)).intended_ns(0, 1)
    assert what in refusal.value.what
    assert where in refusal.value.where


def test_a_missing_file_is_refused_when_a_time_is_asked_for() -> None:
    shape = parse_rate("replay:times=/nowhere/taxi.csv,factor=1000")
    assert "/nowhere/taxi.csv" in shape.describe()
    with pytest.raises(RequestError, match="cannot be read"):
        shape.events_within(1)


@pytest.mark.parametrize("times", ["a,b", ""])
def test_a_path_without_commas(times: str) -> None:
    with pytest.raises(RequestError, match="times"):
        Replay(times)
