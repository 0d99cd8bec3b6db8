"""The end of the warm-up, on runs whose shape is known."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from streamgauge.measure.warmup import WarmUp, find_warm_up, is_steady

Shape = Callable[[NDArray[np.int64]], NDArray[np.float64]]


def flat(second: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.full(len(second), 100.0)


def cooling(second: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.asarray(100 + 2000 * np.exp(-second / 3), dtype=np.float64)


def stepping(second: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.where(second < 12, 400.0, 100.0)


def rising(second: NDArray[np.int64]) -> NDArray[np.float64]:
    return 100 + 50 * second.astype(np.float64)


def late_stepping(second: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.where(second < 45, 400.0, 100.0)


def tries(shape: Shape, seconds: int = 60) -> list[WarmUp]:
    random = np.random.default_rng(7)
    return [find_warm_up(shape(np.arange(seconds)) * random.lognormal(0, 0.05, seconds)) for _ in range(40)]


@pytest.mark.parametrize(("shape", "least", "most"), [(flat, 6, 8), (stepping, 12, 16), (cooling, 14, 24)])
def test_it_ends_where_the_run_becomes_steady(shape: Shape, least: int, most: int) -> None:
    found = tries(shape)
    assert sum(each.is_settled for each in found) >= 38
    assert least <= np.median([each.seconds for each in found]) <= most
    assert min(each.seconds for each in found) >= least


@pytest.mark.parametrize("shape", [rising, late_stepping])
def test_a_run_that_does_not_settle_says_so(shape: Shape) -> None:
    found = tries(shape)
    assert not any(each.is_settled for each in found)
    assert max(each.seconds for each in found) <= 30


def test_a_drift_that_is_no_matter_is_no_drift() -> None:
    assert find_warm_up(np.linspace(100, 105, 60)).is_settled


def test_seconds_without_a_sample_are_passed_over() -> None:
    medians = stepping(np.arange(60))
    medians[1::2] = np.nan
    assert find_warm_up(medians) == WarmUp(12, is_settled=True)


@pytest.mark.parametrize("medians", [[], [5.0] * 9, [np.nan] * 40, [5.0] * 9 + [np.nan] * 40])
def test_too_few_seconds_prove_nothing(medians: list[float]) -> None:
    assert find_warm_up(np.array(medians)) == WarmUp(len(medians) // 2, is_settled=False)


def test_a_latency_below_the_clocks_resolution_is_no_factor() -> None:
    """Medians of 0 and 1 ms are the same to a clock of whole milliseconds."""
    assert find_warm_up(np.array([0.0, 1.0] * 20 + [0.0] * 20)) == WarmUp(6, is_settled=True)


@pytest.mark.parametrize(("from_s", "is_settled"), [(0.0, False), (11.5, True), (40.0, True), (50.5, None)])
def test_a_chosen_warm_up_is_tested_by_the_same_rule(from_s: float, is_settled: bool | None) -> None:
    assert is_steady(stepping(np.arange(60)), from_s) is is_settled


def test_seconds_without_a_sample_do_not_count_as_a_rest() -> None:
    medians = stepping(np.arange(60))
    medians[12:55] = np.nan
    assert is_steady(medians, 12) is None
