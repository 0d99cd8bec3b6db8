"""Somebody else's auctions last as long as they last: none of them, and no bid on them, is left out."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.engines.reference import evaluate
from streamgauge.experiments.plans import WorkloadPlan
from streamgauge.flow import Join
from streamgauge.workloads import load_workload
from streamgauge.workloads.nexmark.outside import longest_ms

from .plain_answers import COLUMNS, PLAIN

LONG_MS = 40 * 86_400_000
TIMES_MS = st.integers(0, LONG_MS)


def auction(number: Any, opened_ms: int, lasts_ms: int) -> dict[str, Any]:
    own = {"type": "auction", "id": number, "reserve": 50, "dateTime": opened_ms, "expires": opened_ms + lasts_ms}
    return own | {"seller": 1, "category": 10}


def bid(number: Any, price: int, at_ms: int) -> dict[str, Any]:
    return {"type": "bid", "auction": number, "bidder": 1, "price": price, "dateTime": at_ms}


def lines(events: list[dict[str, Any]]) -> list[bytes]:
    return [json.dumps(event).encode() for event in events]


@pytest.mark.parametrize("number", [4, 6, 9])
@settings(deadline=None)
@given(
    st.lists(st.tuples(TIMES_MS, st.integers(1, LONG_MS)), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 100), TIMES_MS), max_size=12),
)
def test_any_auctions_have_the_plain_answer(number: int, lots: list[tuple[int, int]], offers: list[tuple[int, int, int]]) -> None:
    events = [*(auction(id_, *lot) for id_, lot in enumerate(lots)), *(bid(*offer) for offer in offers)]
    events.sort(key=lambda event: event["dateTime"])
    records = lines(events)
    answer = evaluate(load_workload(f"nexmark-q{number}").configured({}, seed=1, outside=records).flow, records)
    assert {tuple(row[name] for name in COLUMNS[number].split()) for row in answer} == set(PLAIN[number](events))


def test_what_is_broken_endless_or_of_another_type_counts_for_nothing() -> None:
    wild = [auction(1, 0, 10**17), auction(2, 90, -50), auction("3", 0, 90), auction([3], 0, 90), auction(4, 90, 7)]
    odd = [b"{", b"[1]", *lines([*wild, bid("4", 5, 0), bid(None, 5, 0), bid(1, 5, -(10**18)), bid(2, 5, 0)])]
    assert longest_ms(odd) == 7
    assert longest_ms([*odd, *lines([bid(4, 5, -(10**18))])]) == 366 * 86_400_000
    assert longest_ms([]) == 0


def test_a_plan_with_a_file_waits_as_long_as_its_records_need_unless_told(tmp_path: Path) -> None:
    path = tmp_path / "events"
    path.write_bytes(b"\n".join(lines([auction(7, 1_000, 4_000_000), bid(7, 60, 500)])))
    assert [_waits_ms(WorkloadPlan(f"nexmark-q{number}", {}, 1, str(path))) for number in (4, 6, 9)] == [4_000_500] * 3
    assert [_waits_ms(WorkloadPlan(f"nexmark-q{number}", {"wait": "5s"}, 1, str(path))) for number in (4, 6, 9)] == [5_000] * 3
    path.write_bytes(b"\n".join(lines([auction(7, 1_000, 90), bid(7, 60, 500)])))
    assert [_waits_ms(WorkloadPlan(f"nexmark-q{number}", {}, 1, str(path))) for number in (4, 9)] == [590, 600_000]


def _waits_ms(plan: WorkloadPlan) -> int:
    return next(step.before_ms for step in plan.configured().flow.steps if isinstance(step, Join))
