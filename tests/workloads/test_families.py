"""Families by name, the sizes of NEXMark, and whose stream a name stands for."""

import pytest

from streamgauge.errors import RequestError
from streamgauge.workloads import workloads
from streamgauge.workloads.families import STANDARD_EVENTS, Family, families, load_family, stream_of


def test_a_family_has_all_workloads_whose_names_begin_so_in_the_order_of_their_numbers() -> None:
    assert families()["nexmark"].workloads == tuple(f"nexmark-q{number}" for number in range(24))
    for family in ("operator", "deep", "iot", "hibench"):
        assert set(families()[family].workloads) == {name for name in workloads() if name.startswith(f"{family}-")}


def test_nexmark_comes_in_three_sizes() -> None:
    sizes = [families()[f"nexmark-{size}"] for size in ("smoke", "standard", "stress")]
    assert {family.workloads for family in sizes} == {families()["nexmark"].workloads}
    assert [family.events for family in sizes] == [10_000, STANDARD_EVENTS, 1_000_000]


def test_every_workload_of_a_family_is_there() -> None:
    assert {name for family in families().values() for name in family.workloads} <= workloads().keys()


def test_a_workload_is_a_family_of_its_own_and_wins_over_others() -> None:
    assert load_family("wordcount") == Family("wordcount", ("wordcount",))
    assert "wordcount" not in families()


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(RequestError, match="nexmark-smoke"):
        load_family("nexmark-smok")


def test_a_family_with_one_stream_stands_for_it() -> None:
    assert stream_of("nexmark") == "nexmark-q0"
    assert stream_of("nexmark-q16") == "nexmark-q16"
    with pytest.raises(RequestError, match="different streams"):
        stream_of("deep")
