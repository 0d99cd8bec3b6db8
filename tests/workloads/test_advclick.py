"""AdvClick: a dictionary says which clicks are in time; join and aggregate say the same."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.engines.oracle import answer_by_duckdb
from streamgauge.engines.reference import evaluate
from streamgauge.errors import RequestError
from streamgauge.workloads.advclick import WORKLOADS
from streamgauge.workloads.base import ConfiguredWorkload

ADVCLICK = WORKLOADS[0]
METHODS = ("join", "outer", "aggregate")

# Some clicks come before their advertisement, some too early, some too late; both kinds are out of order.
SCATTERED = {"ads_per_second": "50", "delay_deviation_ms": "6000", "disorder_ms": "2000"}


def configured(method: str, **given: str) -> ConfiguredWorkload:
    return ADVCLICK.configured(given | {"method": method}, seed=4)


def rows(method: str, records: list[bytes], **given: str) -> dict[Any, Any]:
    return dict(evaluate(configured(method, **given).flow, records).rows)


def twin(records: list[bytes], after_ms: int, before_ms: int) -> dict[Any, Any]:
    events = [json.loads(record) for record in records]
    shown = {event["ad"]: event["at"] for event in events if event["kind"] == "shown"}
    clicks = {event["ad"]: event["at"] for event in events if event["kind"] == "click"}
    return {(ad,): (shown[ad], at) for ad, at in clicks.items() if ad in shown and -before_ms <= at - shown[ad] <= after_ms}


@pytest.mark.parametrize(
    ("given", "after_ms", "before_ms"),
    [
        ({}, 20_000, 5_000),
        ({"preset": "60s/30s"}, 60_000, 30_000),
        ({"after_ms": "9000", "before_ms": "0"}, 9_000, 0),
        ({"after_ms": "0"}, 0, 5_000),
    ],
    ids=str,
)
def test_clicks_in_time_are_those_of_the_dictionary(given: dict[str, str], after_ms: int, before_ms: int) -> None:
    records = configured("join", **SCATTERED).stream.records(0, 5_000)
    expected = twin(records, after_ms, before_ms)
    given = SCATTERED | given
    assert rows("join", records, **given) == expected
    told = rows("aggregate", records, **given)
    assert {ad: (shown, clicked) for ad, (shown, clicked, is_in_time) in told.items() if is_in_time} == expected
    in_time = {ad: values for ad, values in rows("outer", records, **given).items() if values[0] is not None}
    assert in_time == expected


def test_late_and_early_clicks_are_counted() -> None:
    records = configured("join", **SCATTERED).stream.records(0, 5_000)
    clicks = sum(b'"click"' in record for record in records)
    listed, told, joined = (rows(method, records, **SCATTERED) for method in ("outer", "aggregate", "join"))
    failures = [ad for ad, (shown, _) in listed.items() if shown is None]
    assert len(listed) == clicks
    assert len(failures) == clicks - len(joined) > 50
    outside = {ad for ad, row in told.items() if not row[2]}
    assert outside <= set(failures)  # of the others the advertisement has not been shown yet


@pytest.mark.parametrize("method", METHODS)
def test_the_oracle_agrees(method: str) -> None:
    workload = configured(method, **SCATTERED)
    records = workload.stream.records(0, 5_000)
    expected = evaluate(workload.flow, records)
    assert answer_by_duckdb(workload.flow, records).rows == expected.rows
    assert ADVCLICK.unit.count(expected, 5_000) == len(twin(records, 20_000, 5_000))


def event(kind: str, ad: int, at: int) -> bytes:
    return json.dumps({"kind": kind, "ad": f"a{ad}", "at": at}).encode()


PAIRS = st.lists(st.tuples(st.integers(0, 40_000), st.integers(-8_000, 30_000), st.booleans()), max_size=30)


@settings(max_examples=60, deadline=None)
@given(PAIRS, st.randoms(use_true_random=False))
def test_join_and_aggregate_agree_in_any_order(pairs: list[tuple[int, int, bool]], random: Any) -> None:
    """Whatever the order of arrival, as long as the watermark waits."""
    records = [event("shown", ad, at + 10_000) for ad, (at, _, _) in enumerate(pairs)]
    records += [event("click", ad, at + 10_000 + delay) for ad, (at, delay, is_clicked) in enumerate(pairs) if is_clicked]
    random.shuffle(records)
    given = {"disorder_ms": "60000", "ads_per_second": "10"}
    told = rows("aggregate", records, **given)
    expected = twin(records, 20_000, 5_000)
    assert {ad: row[:2] for ad, row in told.items() if row[2]} == rows("join", records, **given) == expected


def test_a_click_alone_and_an_advertisement_alone_give_no_row() -> None:
    records = [event("shown", 1, 1_000), event("click", 2, 1_000)]
    assert rows("join", records) == rows("aggregate", records) == {}
    assert rows("outer", records) == {("a2",): (None, 1_000)}


@pytest.mark.parametrize("given", [{"method": "union"}, {"preset": "5s"}, {"click_share": "2"}, {"after_ms": "-2"}], ids=str)
def test_refusals(given: dict[str, str]) -> None:
    with pytest.raises(RequestError, match=next(iter(given))):
        ADVCLICK.configured(given, seed=1)
