"""How much is made at once: less of a stream that needs long for it."""

import pytest

from streamgauge.load import lookahead
from streamgauge.load.lookahead import LONGEST_NS, SLICE_RECORDS, LookAhead
from streamgauge.streams.rates import parse_rate


class Slow:
    """A stream that needs the same time for each record, by a clock of its own."""

    def __init__(self, record_ns: int) -> None:
        self.record_ns, self.now_ns = record_ns, 0
        self.counts: list[int] = []

    def records(self, start: int, count: int) -> list[bytes]:
        self.counts.append(count)
        self.now_ns += count * self.record_ns
        return [str(number).encode() for number in range(start, start + count)]


@pytest.mark.parametrize(("record_ns", "settles_at"), [(1_000, SLICE_RECORDS), (30_000, 62), (5_000_000, 1)])
def test_making_a_slice_does_not_take_long(monkeypatch: pytest.MonkeyPatch, record_ns: int, settles_at: int) -> None:
    stream = Slow(record_ns)
    monkeypatch.setattr(lookahead.time, "monotonic_ns", lambda: stream.now_ns)
    ahead, taken = LookAhead(stream, parse_rate("1000"), 7, 3_000), []  # type: ignore[arg-type]
    while not ahead.is_done:
        if ahead.has_room:
            ahead.make_slice()
        taken += [value for each in ahead.take_due(10**12) for value in each.values]
    assert taken == [str(number).encode() for number in range(7, 3_007)]
    assert stream.counts[-2] == settles_at
    assert all(count * record_ns <= LONGEST_NS or count == 1 for count in stream.counts[9:])
