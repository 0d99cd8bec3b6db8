"""How fast the events of NEXMark are made on one core, as JSON and as typed columns.

python benchmarks/nexmark_stream.py    # about ten seconds
"""

import json
import random
import string
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from streamgauge.streams.nexmark import NexmarkStream

TRIALS = 5
EVENTS = 400_000
SIMPLE_EVENTS = 20_000
SLICE = 500  # what the sender asks for at a time
GOAL = 800_000

VARIANTS = {
    "as Beam has it": NexmarkStream(),
    "with channels": NexmarkStream(channels=True),
    "out of order and late": NexmarkStream(out_of_order_group_size=100, late_share=0.1),
    "sine": NexmarkStream(next_event_rate=1000),
}


def main() -> None:
    simple = events_per_second(make_simply, SIMPLE_EVENTS)
    print(f"simple Python                     {simple:12,.0f} events/s")
    for label, stream in VARIANTS.items():
        report(f"{label}, JSON", events_per_second(partial(make, stream, EVENTS), EVENTS), simple)
    report(f"as Beam has it, JSON by {SLICE}", events_per_second(partial(make, NexmarkStream(), SLICE), EVENTS), simple)
    report("as Beam has it, typed columns", events_per_second(make_tables, EVENTS), simple)
    print(f"the goal: {GOAL:,} events/s with all fields")


def report(label: str, made: float, simple: float) -> None:
    print(f"{label:33} {made:12,.0f} events/s  {made / simple:6.1f} x simple")


def make(stream: NexmarkStream, count: int, start: int, total: int) -> None:
    for first in range(start, start + total, count):
        stream.records(first, count)


def make_tables(start: int, total: int) -> None:
    NexmarkStream().tables(start, total)


def make_simply(start: int, total: int) -> None:
    """What one writes without a second thought: the same kinds, fields and sizes, but other values."""
    draw = random.Random(1)  # noqa: S311

    def text(length: int) -> str:
        return "".join(draw.choices(string.ascii_lowercase, k=length))

    def price() -> int:
        return round(10 ** (draw.random() * 6) * 100)

    for event in range(start, start + total):
        at, kind = 1_436_918_400_000 + event // 10, event % 50
        made: dict[str, object]
        if kind == 0:
            made = {"type": "person", "id": 1000 + event // 50, "name": "Peter Jones", "emailAddress": f"{text(4)}@{text(3)}.com"}
            made |= {"creditCard": " ".join(f"{draw.randrange(10_000):04d}" for _ in range(4)), "city": "Bend", "state": "OR"}
            made |= {"dateTime": at, "extra": text(draw.randrange(110, 165))}
        elif kind <= 3:
            made = {"type": "auction", "id": 1000 + event // 50 * 3 + kind, "itemName": text(10), "description": text(50)}
            made |= {"initialBid": price(), "reserve": price(), "dateTime": at, "expires": at + draw.randrange(333)}
            made |= {"seller": 1000, "category": 10 + draw.randrange(5), "extra": text(draw.randrange(314, 470))}
        else:
            made = {"type": "bid", "auction": 1000 + draw.randrange(111), "bidder": 1000 + draw.randrange(1010)}
            made |= {"price": price(), "dateTime": at, "extra": text(draw.randrange(54, 82))}
        json.dumps(made, separators=(",", ":")).encode()


def events_per_second(work: Callable[[int, int], None], total: int) -> float:
    """The median of several trials, after one that does not count; no trial makes the events of another."""
    work(0, SLICE)
    return total / median(seconds(work, trial * total, total) for trial in range(1, TRIALS + 1))


def seconds(work: Callable[[int, int], None], start: int, total: int) -> float:
    started = time.perf_counter()
    work(start, total)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
