"""YSB: its six operations, and its own latency."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.engines.reference import evaluate
from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.flow import STRING, Schema, Select, Source
from streamgauge.flow.answer import Identity, compare
from streamgauge.streams.ysb import BASE_MS, Ysb
from streamgauge.workloads import load_workload
from streamgauge.workloads.own_latency import OwnSample, Timetable
from streamgauge.workloads.ysb import OPERATIONS, _first_event_from, _searched

OWN = load_workload("ysb").own_latency
START_MS = 1_700_000_000_000


def measured(last_append_ms: dict[Identity, int], timetable: Timetable, **given: str) -> list[OwnSample]:
    assert OWN is not None
    return OWN.measure(load_workload("ysb").configured(given, seed=1).values, last_append_ms, timetable)


def timetable(*, rate: int, events: int, warmup_s: int = 0, primed: int = 1_000) -> Timetable:
    """Events at a constant rate, the first `primed` of them sent before."""
    return Timetable(
        due_ms=lambda event: START_MS + (event - primed) * 1_000 // rate,
        first_event=primed,
        end_event=events,
        warm_from_ms=START_MS + warmup_s * 1_000,
    )


def test_six_operations_are_six_steps() -> None:
    flow = load_workload("ysb").configured({}, seed=1).flow
    assert [step.name for step in flow.steps] == list(OPERATIONS)
    assert len(OPERATIONS) == 6


def test_work_in_the_join_changes_nothing_but_its_cost() -> None:
    plain, heavy = (load_workload("ysb").configured({"join_work": work, "unknown_share": "0.1"}, seed=1) for work in ("0", "3"))
    records = plain.stream.records(0, 2_000)
    assert compare(evaluate(plain.flow, records), evaluate(heavy.flow, records)).equal
    assert "searched" in [step.name for step in heavy.flow.steps]
    assert "searched" not in OPERATIONS  # it belongs to the join


@given(text=st.text("-0123456789abcdef", min_size=1), thousands=st.integers(1, 40))
def test_the_text_that_is_searched_is_as_long_as_said(text: str, thousands: int) -> None:
    step = Select(Source(Schema.of(ad_id=STRING)), {"ad_id": _searched("ad_id", thousands)})
    ((_, searched),) = step.expressions
    assert compile_expr(searched)({"ad_id": text}) == ("" if set(text) == {"-"} else text)
    assert compile_expr(searched)({"ad_id": "-" * 1_000 * thousands}) == ""
    assert compile_expr(searched)({"ad_id": "-" * (1_000 * thousands + 1)}) != ""


@given(rate=st.sampled_from([1, 3, 1_000, 7_777, 2_000_000]), event=st.integers(1, 5_000), off_ms=st.integers(-3, 3))
def test_the_first_event_from_a_time_on(rate: int, event: int, off_ms: int) -> None:
    time_ms = int(Ysb(events_per_second=rate).event_times_ms(event, 1)[0]) + off_ms
    first = _first_event_from({"events_per_second": rate}, time_ms)
    if first > 0:
        before, at = Ysb(events_per_second=rate).event_times_ms(first - 1, 2)
        assert before < time_ms <= at
    else:
        assert time_ms <= BASE_MS


def test_event_time_that_runs_like_the_clock_is_the_clock_plus_an_offset() -> None:
    """(last update - window start) - length, as published; the first event in the timetable happens a second after BASE_MS."""
    offset_ms = START_MS - (BASE_MS + 1_000)
    window = BASE_MS + 20_000
    samples = measured({("a", window): window + offset_ms + 10_250}, timetable(rate=1_000, events=60_000))
    assert [to - since for since, to in samples] == [250]


def test_event_time_that_runs_faster_than_the_clock() -> None:
    """Two seconds of event time in one: windows of ten seconds are over after five."""
    last = {("a", BASE_MS + 20_000): START_MS + 14_500 + 70, ("b", BASE_MS + 20_000): START_MS + 14_500 - 30}
    samples = measured(last, timetable(rate=2_000, events=60_000))
    assert [to - since for since, to in samples] == [70, -30]
    assert measured(last, timetable(rate=2_000, events=60_000), window_ms="5000")[0].from_ms == START_MS + 12_000


def test_only_windows_that_lie_whole_in_the_measured_part_count() -> None:
    last: dict[Identity, int] = {("a", BASE_MS + start): START_MS for start in range(-10_000, 60_000, 10_000)}
    starts = np.array([since for since, _ in measured(last, timetable(rate=1_000, events=50_000, warmup_s=15))])
    assert (starts - START_MS).tolist() == [29_000, 39_000, 49_000]
    assert measured(last, timetable(rate=1_000, events=29_999, warmup_s=15)) == []
