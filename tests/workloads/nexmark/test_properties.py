"""Presets, lengths of time, and what of the stream can be set."""

from dataclasses import fields

import pytest

from streamgauge.errors import RequestError
from streamgauge.flow import Aggregate, Emission, Join, JoinKind, Session, Sliding, Step, Tumbling
from streamgauge.streams.nexmark import NexmarkStream
from streamgauge.workloads import load_workload
from streamgauge.workloads.margin import MARGIN_MS


def step(number: int, name: str, **given: str) -> Step:
    flow = load_workload(f"nexmark-q{number}").configured(given, seed=1).flow
    return next(step for step in flow.steps if step.name == name)


def window(number: int, name: str, **given: str) -> object:
    aggregate = step(number, name, **given)
    assert isinstance(aggregate, Aggregate)
    return aggregate.window


def join(number: int, name: str, **given: str) -> Join:
    found = step(number, name, **given)
    assert isinstance(found, Join)
    return found


def test_windows_follow_the_preset() -> None:
    assert window(5, "counts") == Sliding(10_000, 5_000)
    assert window(5, "counts", preset="original") == Sliding(3_600_000, 60_000)
    assert window(7, "highest") == Tumbling(10_000)
    assert window(7, "highest", preset="original") == Tumbling(60_000)
    assert join(8, "new-users").size_ms == 10_000
    assert join(8, "new-users", preset="original").size_ms == 12 * 3_600_000
    assert window(4, "winners") == Sliding(10_000, 5_000)
    assert window(4, "totals", preset="original") is None
    assert window(12, "counts") == Tumbling(10_000)
    assert window(11, "sessions") == Session(9_999)


def test_a_length_that_is_given_wins_over_the_preset() -> None:
    assert window(5, "counts", window="1h", slide="20min") == Sliding(3_600_000, 1_200_000)
    assert window(5, "counts", preset="original", slide="2500") == Sliding(3_600_000, 2_500)
    assert window(11, "sessions", window="2 s") == Session(1_999)
    assert window(12, "counts", window="1min") == Tumbling(60_000)
    assert window(4, "winners", window="1min", slide="20s") == Sliding(60_000, 20_000)
    assert window(4, "winners", preset="original", window="1min") == Sliding(60_000, 60_000)


def test_rows_wait_for_each_other_as_long_as_they_are_told() -> None:
    assert (join(3, "local-items").how, join(3, "local-items").after_ms) == (JoinKind.INTERVAL, 600_000)
    assert join(3, "local-items", preset="original").how is JoinKind.UNBOUNDED
    assert join(9, "bids-of-auctions", wait="none").how is JoinKind.UNBOUNDED
    assert join(9, "bids-of-auctions", wait="1s").before_ms == 1_000
    assert join(20, "expanded").how is JoinKind.UNBOUNDED


@pytest.mark.parametrize("text", ["", "s", "1", "0s", "-5s", "1.5s", "10 days", "none", "367d"])
def test_other_lengths_are_refused(text: str) -> None:
    with pytest.raises(RequestError, match="window"):
        load_workload("nexmark-q5").configured({"window": text}, seed=1)


def test_closed_auctions_wait_as_long_as_the_stream_says_or_as_they_are_told() -> None:
    reach_ms = NexmarkStream().reach_ms + MARGIN_MS
    assert join(4, "bids-before-expiry").before_ms == join(6, "bids-before-expiry").before_ms == reach_ms
    assert join(4, "bids-before-expiry", wait="7d").before_ms == 7 * 86_400_000
    slow = {"first_event_rate": "10", "next_event_rate": "10"}
    assert join(6, "bids-before-expiry", **slow).before_ms > 300_000


def test_winning_bids_wait_as_long_as_the_stream_says_at_least() -> None:
    """Ten minutes would lose bids on auctions that are longer."""
    slow = {"first_event_rate": "2", "next_event_rate": "2"}
    assert join(9, "bids-of-auctions").before_ms == 600_000
    assert join(9, "bids-of-auctions", **slow).before_ms == join(6, "bids-before-expiry", **slow).before_ms > 600_000
    assert join(9, "bids-of-auctions", wait="10min", **slow).before_ms == 600_000


def test_the_watermark_waits_for_as_many_events_of_another_partition_however_far_apart_they_are() -> None:
    delays = [
        load_workload("nexmark-q5").configured(settings, seed=1).flow.source.watermark_delay_ms
        for settings in ({}, {"generators": "100"}, {"first_event_rate": "100", "next_event_rate": "100"})
    ]
    assert delays == [1_000, 10_000, 10_000]


def test_all_ties_are_final() -> None:
    assert load_workload("nexmark-q7").configured({}, seed=1).flow.emission is Emission.UPDATE
    assert load_workload("nexmark-q7").configured({"ties": "all"}, seed=1).flow.emission is Emission.FINAL


@pytest.mark.parametrize("number", [0, 16])
def test_every_setting_of_the_stream_can_be_set_and_is_by_default_what_it_is_there(number: int) -> None:
    workload = load_workload(f"nexmark-q{number}")
    assert {field.name for field in fields(NexmarkStream)} - {"seed"} <= {each.name for each in workload.properties}
    assert workload.configured({}, seed=1).stream == NexmarkStream(channels=number == 16)
    assert workload.configured({"late_share": "0.25"}, seed=9).stream == NexmarkStream(9, late_share=0.25, channels=number == 16)


def test_the_watermark_waits_for_what_the_stream_has_out_of_order() -> None:
    configured = load_workload("nexmark-q5").configured({"out_of_order_group_size": "1000", "late_share": "0.1"}, seed=1)
    assert isinstance(configured.stream, NexmarkStream)
    assert configured.flow.source.watermark_delay_ms == MARGIN_MS + configured.stream.disorder_ms > MARGIN_MS + 3_000
