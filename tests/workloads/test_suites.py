"""Suites: families by name, the sizes of NEXMark, and whose stream a name stands for."""

import pytest

from streamgauge.errors import RequestError
from streamgauge.workloads import workloads
from streamgauge.workloads.suites import STANDARD_EVENTS, Suite, load_suite, stream_of, suites


def test_a_family_has_all_workloads_whose_names_begin_so_in_the_order_of_their_numbers() -> None:
    assert suites()["nexmark"].workloads == tuple(f"nexmark-q{number}" for number in range(23))
    for family in ("operator", "deep", "iot", "hibench"):
        assert set(suites()[family].workloads) == {name for name in workloads() if name.startswith(f"{family}-")}


def test_nexmark_comes_in_three_sizes() -> None:
    sizes = [suites()[f"nexmark-{size}"] for size in ("smoke", "standard", "stress")]
    assert {suite.workloads for suite in sizes} == {suites()["nexmark"].workloads}
    assert [suite.events for suite in sizes] == [10_000, STANDARD_EVENTS, 1_000_000]


def test_every_workload_of_a_suite_is_there() -> None:
    assert {name for suite in suites().values() for name in suite.workloads} <= workloads().keys()


def test_a_workload_is_a_suite_of_its_own_and_wins_over_a_family() -> None:
    assert load_suite("wordcount") == Suite("wordcount", ("wordcount",))
    assert "wordcount" not in suites()


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(RequestError, match="nexmark-smoke"):
        load_suite("nexmark-smok")


def test_a_family_with_one_stream_stands_for_it() -> None:
    assert stream_of("nexmark") == "nexmark-q0"
    assert stream_of("nexmark-q16") == "nexmark-q16"
    with pytest.raises(RequestError, match="different streams"):
        stream_of("deep")
