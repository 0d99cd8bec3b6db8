"""The series against its definition, written slowly."""

import json
from bisect import bisect

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.first_output import NEVER
from streamgauge.measure.latency import summarise
from streamgauge.measure.series import Series, per_second

START = 1_700_000_000_500
SAMPLES = st.lists(st.tuples(st.integers(-500, 3000), st.none() | st.integers(0, 2500)), max_size=60)


def made(samples: list[tuple[int, int | None]]) -> Series:
    """From due times after the start and latencies."""
    due = np.array([START + at for at, _ in samples], dtype=np.int64)
    done = np.array([NEVER if late is None else START + at + late for at, late in samples], dtype=np.int64)
    return per_second(due, done, START)


@given(SAMPLES)
def test_it_is_as_defined(samples: list[tuple[int, int | None]]) -> None:
    series = made(samples)
    ours = [(at, late) for at, late in samples if at >= 0]
    finished = [(at, at + late) for at, late in ours if late is not None]
    due, done = sorted(at for at, _ in ours), sorted(at for _, at in finished)
    for second in range(len(series)):
        inside = range(second * 1000, second * 1000 + 1000)
        assert series.offered[second] == sum(at in inside for at, _ in ours)
        assert series.achieved[second] == sum(at in inside for at in done)
        waiting = [bisect(due, moment) - bisect(done, moment) for moment in inside]
        assert series.backlog[second] == pytest.approx(sum(waiting) / 1000)
        assert series.least_backlog[second] == min(waiting)
        late = [end - at for at, end in finished if at in inside]
        assert series.latency_ms["max"][second] == pytest.approx(max(late, default=np.nan), nan_ok=True)
    assert series.offered.sum() == len(ours)
    assert series.achieved.sum() == len(finished)


def test_latencies_are_those_of_the_summary() -> None:
    random = np.random.default_rng(2)
    due = START + np.sort(random.integers(0, 4000, 6000))
    due = due[(due < START + 1000) | (due >= START + 2000)]  # nothing is due in the second second
    late = random.integers(0, 300, len(due))
    series = per_second(due, due + late, START)
    for second in (0, 2, 3):
        expected = summarise(late[(due - START) // 1000 == second])
        assert expected is not None
        assert {name: values[second] for name, values in series.latency_ms.items()} == {
            **{name: expected.quantiles_ms[name] for name in ("p50", "p95", "p99")},
            "max": expected.max_ms,
        }
    assert all(np.isnan(values[1]) for values in series.latency_ms.values())


def test_a_tail_of_too_few_samples_is_not_told() -> None:
    latencies = made([(at, 5) for at in range(0, 1000, 5)]).latency_ms
    assert {name: values[0] for name, values in latencies.items() if not np.isnan(values[0])} == {"p50": 5, "p95": 5, "max": 5}


def test_an_engine_that_stalls() -> None:
    """Each 100 ms an input; what is due in the second second is finished in the third."""
    late = [0] * 10 + [1000] * 10 + [0] * 10
    series = made([(100 * number, late[number]) for number in range(30)])
    assert series.offered.tolist() == [10, 10, 10]
    assert series.achieved.tolist() == [10, 0, 20]
    assert series.peak_per_second == 20
    assert series.backlog == pytest.approx([0, 5.5, 4.5])
    assert series.least_backlog.tolist() == [0, 1, 0]


def test_a_stretch_of_it() -> None:
    series = made([(100 * number, 1500) for number in range(50)])
    part = series.between(1, 3)
    assert (len(part), part.start_ms) == (2, START + 1000)
    assert part.backlog.tolist() == series.backlog[1:3].tolist()
    assert part.latency_ms["p50"].tolist() == [1500, 1500]


def test_plain_data_has_no_nan() -> None:
    data = made([(0, 7), (2000, None)]).to_data()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["at_ms"] == [START, START + 1000, START + 2000]
    assert data["latency_p50_ms"] == [7.0, None, None]


def test_nothing_at_all() -> None:
    series = made([])
    assert (len(series), series.peak_per_second) == (0, 0)
