"""The sender under a clock of our own: on time, late, without a schedule, stopped."""

from typing import Any

import pytest

from streamgauge.errors import RequestError
from streamgauge.load.report import SendReport
from streamgauge.load.sender import queue_records, send
from streamgauge.streams.rates import parse_rate
from streamgauge.streams.sentences import Sentences
from streamgauge.transport.placement import RoundRobin

from .memory import MemoryWriter, StillClock

STREAM = Sentences()
START_MS = 1_700_000_000_001  # the first whole millisecond after the clock's start


def run(rate: str, writer: MemoryWriter, *, clock: StillClock, events: int = 2000, **more: Any) -> SendReport:
    more = {"placement": RoundRobin(3), "first_event": 0, **more}
    return send(STREAM, parse_rate(rate), writer, events=events, clock=clock, **more)


def intended_ms(rate: str, events: int) -> list[int]:
    return [START_MS + ns // 1_000_000 for ns in parse_rate(rate).intended_ns(0, events).tolist()]


def test_everything_is_sent_in_order_with_its_intended_time() -> None:
    writer = MemoryWriter()
    report = run("50000", writer, clock=StillClock(), events=30_000)
    assert [value for _, value, _ in writer.sent] == STREAM.records(0, 30_000)
    assert [partition for partition, _, _ in writer.sent] == [event % 3 for event in range(30_000)]
    assert [stamp for _, _, stamp in writer.sent] == intended_ms("50000", 30_000)
    assert report.records == 30_000
    assert not report.was_stopped
    assert not writer.is_closed


def test_on_time() -> None:
    report = run("50000", MemoryWriter(), clock=StillClock(), events=20_000)
    assert report.start_ms == START_MS
    assert report.lateness.max_ms <= 1
    assert report.lateness.share_punctual == 1
    assert report.records_per_second == pytest.approx(50_000, rel=0.01)


@pytest.mark.parametrize(
    ("rate", "records"),
    [
        ("50000", 250_000),
        ("100", 1_000),
        ("bursts:calm=2000,burst=20000/50000,start=10,length=30,gap=20", 250_000),
        ("sine:low=1000,high=40000,period=600", 200_000),
    ],
)
def test_a_writer_keeps_a_few_seconds_at_the_peak(rate: str, records: int) -> None:
    assert queue_records(parse_rate(rate)) == records


def test_slow_rates_are_sent_to_the_nanosecond() -> None:
    report = run("7", MemoryWriter(), clock=StillClock(), events=20)
    assert report.batches.count.tolist() == [1] * 20
    assert report.lateness.max_ms < 0.001


def test_a_stalled_writer_makes_records_late_and_loses_nothing() -> None:
    clock = StillClock()
    stalled = MemoryWriter(before=lambda number: clock.sleep(0.05) if 500 <= number < 520 else None)
    report = run("1000", stalled, clock=clock, events=3000)
    assert [value for _, value, _ in stalled.sent] == STREAM.records(0, 3000)
    assert [stamp for _, _, stamp in stalled.sent] == intended_ms("1000", 3000)
    assert 950 <= report.lateness.max_ms <= 1050  # twenty records of 50 ms each, all due within 20 ms
    assert report.lateness.p50_ms <= 1
    assert 0.6 < report.lateness.share_punctual < 0.7  # records 500 to about 1500 were late


def test_a_slow_writer_shows_as_growing_lateness() -> None:
    clock = StillClock()
    slow = MemoryWriter(before=lambda _: clock.sleep(0.002))
    report = run("1000", slow, clock=clock, events=1000)
    assert report.records_per_second == pytest.approx(500, rel=0.01)
    assert 1000 <= report.lateness.max_ms <= 1200  # 1000 for the last record, and a batch's hand-over on top
    assert report.batches.lateness_ns.tolist()[-1] == max(report.batches.lateness_ns)


def test_batches_cover_every_record_once() -> None:
    report = run("bursts:calm=100,burst=20000,start=1,length=1,gap=0", MemoryWriter(), clock=StillClock(), events=22_000)
    columns = report.batches.columns()
    assert columns["first_event"].tolist() == [0, *columns["count"].cumsum().tolist()[:-1]]
    assert columns["count"].sum() == 22_000


def test_the_schedule_starts_with_the_first_event() -> None:
    writer = MemoryWriter()
    run("1000", writer, clock=StillClock(), events=10, first_event=1_000_001)
    assert [value for _, value, _ in writer.sent] == STREAM.records(1_000_001, 10)
    assert writer.sent[0][0] == 1_000_001 % 3
    assert [stamp - START_MS for _, _, stamp in writer.sent] == list(range(10))


def test_without_a_schedule_the_time_is_the_hand_over() -> None:
    clock = StillClock()
    writer = MemoryWriter(before=lambda _: clock.sleep(0.001))
    report = run("max", writer, clock=clock, events=1200)
    stamps = [stamp - START_MS for _, _, stamp in writer.sent]
    assert stamps == [0] * 500 + [500] * 500 + [1000] * 200
    assert report.lateness.max_ms == 0
    assert report.records_per_second == pytest.approx(1000)


def test_position_times() -> None:
    writer = MemoryWriter()
    run("max", writer, clock=StillClock(), events=1200, first_event=7, position_times=True, base_ms=1000)
    assert [stamp for _, _, stamp in writer.sent] == list(range(1007, 2207))


@pytest.mark.parametrize("rate", ["1000", "max"])
def test_stop_ends_early(rate: str) -> None:
    writer = MemoryWriter()
    report = run(rate, writer, clock=StillClock(), events=10**9, stop=lambda: len(writer.sent) >= 700)
    assert report.was_stopped
    assert 700 <= report.records == len(writer.sent) <= 1000


def test_stop_is_noticed_while_a_writer_stalls() -> None:
    clock = StillClock()
    stalled = MemoryWriter(before=lambda _: clock.sleep(0.05))
    report = run("1000", stalled, clock=clock, events=5000, stop=lambda: clock.now_ns > 10**10)
    assert report.records <= 10 * 20 + 100


@pytest.mark.parametrize("rate", ["1000", "max"])
def test_nothing_to_send(rate: str) -> None:
    report = run(rate, MemoryWriter(), clock=StillClock(), events=0)
    assert report.records == 0
    assert report.lateness.share_punctual == 1


@pytest.mark.parametrize(
    ("rate", "more"),
    [("1000", {"position_times": True, "base_ms": 0}), ("max", {"position_times": True}), ("max", {"events": -1})],
)
def test_refusals(rate: str, more: dict[str, Any]) -> None:
    with pytest.raises(RequestError):
        run(rate, MemoryWriter(), clock=StillClock(), **more)


def test_the_machines_own_clock() -> None:
    writer = MemoryWriter()
    report = send(STREAM, parse_rate("10000"), writer, placement=RoundRobin(1), first_event=0, events=300)
    assert report.records == len(writer.sent) == 300
    assert report.elapsed_ns >= 29_900_000
    assert min(report.batches.lateness_ns) >= 0
