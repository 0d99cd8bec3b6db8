"""NEXMark's events once more, one at a time in plain Python integers, straight from `docs/streams-nexmark.md`."""

import json
import math
from collections.abc import Iterator
from functools import cache
from typing import Any

from streamgauge.streams.nexmark import NexmarkStream
from tests.streams import twin

FIRST_NAMES = ["Peter", "Paul", "Luke", "John", "Saul", "Vicky", "Kate", "Julie", "Sarah", "Deiter", "Walter"]
LAST_NAMES = ["Shultz", "Abrams", "Spencer", "White", "Bartels", "Walton", "Smith", "Jones", "Noris"]
CITIES = ["Phoenix", "Los Angeles", "San Francisco", "Boise", "Portland", "Bend", "Redmond", "Seattle", "Kent", "Cheyenne"]
STATES = ["AZ", "CA", "ID", "OR", "WA", "WY"]


class Random:
    """java.util.Random."""

    def __init__(self, seed: int) -> None:
        self.state = (seed ^ 0x5DEECE66D) % 2**48

    def bits(self, count: int) -> int:
        self.state = (self.state * 0x5DEECE66D + 0xB) % 2**48
        return self.state >> (48 - count)

    def int32(self) -> int:
        value = self.bits(32)
        return value - 2**32 if value >= 2**31 else value

    def below(self, bound: int) -> int:
        if bound & (bound - 1) == 0:
            return bound * self.bits(31) >> 31
        while True:
            drawn = self.bits(31)
            value = drawn % bound
            if drawn - value + bound - 1 < 2**31:
                return value

    def below_long(self, bound: int) -> int:
        if bound < 2**31 - 1:
            return self.below(bound)
        upper, lower = self.int32(), self.int32()
        value = (upper * 2**32 + lower + 2**63) % 2**64 - 2**63
        return abs(value) % bound

    def unit(self) -> float:
        upper = self.bits(26)
        return (upper * 2**27 + self.bits(27)) * 2.0**-53

    def price(self) -> int:
        return int(10.0 ** (self.unit() * 6.0) * 100.0 + 0.5)

    def words(self, longest: int) -> str:
        length = 3 + self.below(longest - 3)
        text = ""
        for _ in range(length):
            text += " " if self.below(13) == 0 else chr(ord("a") + self.below(26))
        return text.strip(" ")

    def filler(self, used: int, average: int) -> str:
        if used > average:
            return ""
        room = average - used
        spread = math.floor(0.2 * room + 0.5)
        length = room - spread + (self.below(2 * spread) if spread else 0)
        text = ""
        while len(text) < length:
            value = self.int32()
            sign, value = (-1, -value) if value < 0 else (1, value)
            for _ in range(6):
                text += chr(ord("a") + sign * (value % 26))
                value //= 26
        return text[:length]


def records(stream: NexmarkStream, start: int, count: int) -> list[bytes]:
    return [_json(_event(stream, *_arrival(stream, place)) | _stamp(stream, place)) for place in range(start, start + count)]


def _stamp(stream: NexmarkStream, place: int) -> dict[str, Any]:
    return {"arrival": stream.base_ms + place * 1000 // stream.arrival_rate} if stream.arrival_rate else {}


def time_ms(stream: NexmarkStream, number: int) -> int:
    """The event time of event `number`; periods are fractions of a microsecond: (numerator, denominator)."""
    if stream.first_event_rate == stream.next_event_rate:
        us, per = _period(stream, stream.first_event_rate)
        return stream.base_ms + number * us // (per * 1000)
    steps = [(step_us * per // us, us, per) for step_us, (us, per) in _steps(stream)]
    cycles, rest = divmod(number, sum(events for events, _, _ in steps))
    time = stream.base_ms + cycles * sum(events * us // (per * 1000) for events, us, per in steps)
    for events, us, per in steps:
        if rest < events:
            return time + rest * us // (per * 1000)
        rest -= events
        time += events * us // (per * 1000)
    raise AssertionError


def _steps(stream: NexmarkStream) -> Iterator[tuple[int, tuple[int, int]]]:
    first, last = stream.first_event_rate, stream.next_event_rate
    rates = [first, last]
    if stream.rate_shape == "sine":
        middle, height = (first + last) / 2, (first - last) / 2
        rates = [math.floor(middle + height * math.cos(2 * math.pi * step / 10) + 0.5) for step in range(10)]
    for rate in rates:
        yield math.ceil(stream.rate_period_sec / len(rates)) * 10**6, _period(stream, rate)


def _period(stream: NexmarkStream, rate: int) -> tuple[int, int]:
    unit = {"second": 10**6, "minute": 60 * 10**6}[stream.rate_unit]
    if stream.spacing == "exact":
        return unit * stream.generators, rate
    return (unit + rate // 2) // rate * stream.generators, 1


def _arrival(stream: NexmarkStream, place: int) -> tuple[int, bool]:
    """The number of the event that comes at a place, and whether it is late."""
    if stream.late_share:
        block, place = divmod(place, late_block(stream))
        place, is_late = _order(stream, block)[place]
    else:
        is_late = False
    size = stream.out_of_order_group_size
    return place // size * size + 953 * place % size, is_late


def late_block(stream: NexmarkStream) -> int:
    rates = {stream.first_event_rate, stream.next_event_rate}
    fastest = max(-(-stream.late_ms * 1000 * per // us) for us, per in (_period(stream, rate) for rate in rates))
    size = 65_536
    while size < 4 * fastest:
        size *= 2
    return size


@cache
def _order(stream: NexmarkStream, block: int) -> list[tuple[int, bool]]:
    size, key = late_block(stream), twin.stream_key(stream.seed, "nexmark late")
    due = []
    for place in range(block * size, (block + 1) * size):
        event = twin.event_key(key, place)
        is_late = twin.chance(twin.draw(event, 0), stream.late_share)
        delay_ms = twin.below(twin.draw(event, 1), stream.late_ms) + 1 if is_late else 0
        due.append((time_ms(stream, place) + delay_ms, place, is_late))
    return [(place, is_late) for _, place, is_late in sorted(due)]


def _event(stream: NexmarkStream, number: int, is_late: bool) -> dict[str, Any]:
    event, time = stream.first_event_id + number, time_ms(stream, number)
    kind = event % 50
    make = _person if kind == 0 else _auction if kind <= 3 else _bid
    made = make(stream, event, number, time, Random(event))
    if is_late:
        made["extra"] = "LATE: " + made["extra"]
    return made


def _person(stream: NexmarkStream, event: int, number: int, time: int, random: Random) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "person", "id": 1000 + event // 50}
    made["name"] = FIRST_NAMES[random.below(11)] + " " + LAST_NAMES[random.below(9)]
    made["emailAddress"] = random.words(7) + "@" + random.words(5) + ".com"
    made["creditCard"] = " ".join(f"{random.below(10_000):04d}" for _ in range(4))
    made["city"] = CITIES[random.below(10)]
    made["state"] = STATES[random.below(6)]
    made["dateTime"] = time
    used = 8 + sum(len(made[name]) for name in ("name", "emailAddress", "creditCard", "city", "state"))
    made["extra"] = random.filler(used, stream.avg_person_byte_size)
    return made


def _auction(stream: NexmarkStream, event: int, number: int, time: int, random: Random) -> dict[str, Any]:
    hot_seller = event // 50 // 100 * 100
    seller = hot_seller if random.below(stream.hot_sellers_ratio) > 0 else _some_person(stream, event, random)
    category = 10 + random.below(5)
    initial_bid = random.price()
    horizon = time_ms(stream, number + stream.num_in_flight_auctions * 50 // 3) - time
    expires = time + 1 + random.below_long(max(2 * horizon, 1))
    name, description = random.words(20), random.words(100)
    reserve = initial_bid + random.price()
    return {
        "type": "auction",
        "id": 1000 + _last_auction(event),
        "itemName": name,
        "description": description,
        "initialBid": initial_bid,
        "reserve": reserve,
        "dateTime": time,
        "expires": expires,
        "seller": 1000 + seller,
        "category": category,
        "extra": random.filler(48 + len(name) + len(description), stream.avg_auction_byte_size),
    }


def _bid(stream: NexmarkStream, event: int, number: int, time: int, random: Random) -> dict[str, Any]:
    hot_auction, hot_bidder = _last_auction(event) // 100 * 100, event // 50 // 100 * 100 + 1
    made: dict[str, Any] = {"type": "bid"}
    made["auction"] = 1000 + (hot_auction if random.below(stream.hot_auction_ratio) > 0 else _some_auction(stream, event, random))
    made["bidder"] = 1000 + (hot_bidder if random.below(stream.hot_bidders_ratio) > 0 else _some_person(stream, event, random))
    made["price"] = random.price()
    if stream.channels:
        made["channel"], made["url"] = _channel(stream.seed, event)
    made["dateTime"] = time
    made["extra"] = random.filler(32, stream.avg_bid_byte_size)
    return made


def _last_auction(event: int) -> int:
    group, place = divmod(event, 50)
    if place == 0:
        return 3 * (group - 1) + 2
    return 3 * group + place - 1 if place <= 3 else 3 * group + 2


def _some_person(stream: NexmarkStream, event: int, random: Random) -> int:
    people = event // 50 + 1
    active = min(people, stream.num_active_people)
    return people - active + random.below(active + 10)


def _some_auction(stream: NexmarkStream, event: int, random: Random) -> int:
    last = _last_auction(event)
    first = max(last - stream.num_in_flight_auctions, 0)
    return first + random.below(last - first + 1 + 10)


def _channel(seed: int, event: int) -> tuple[str, str]:
    key = twin.event_key(twin.stream_key(seed, "nexmark channels"), event)
    choice = twin.draw(key, 1)
    if twin.below(twin.draw(key, 0), 2) > 0:
        row = twin.below(choice, 4)
        return ("Google", "Facebook", "Baidu", "Apple")[row], _page(seed, row)
    number = twin.below(choice, 10_000)
    page = twin.event_key(twin.stream_key(seed, "nexmark pages"), 4 + number)
    url = _page(seed, 4 + number)
    if twin.below(twin.draw(page, 0), 10) > 0:
        backwards = int("".join(reversed(f"{number:032b}")), 2)
        url += f"&channel_id={abs(backwards - 2**32 if backwards >= 2**31 else backwards)}"
    return f"channel-{number}", url


def _page(seed: int, row: int) -> str:
    key = twin.event_key(twin.stream_key(seed, "nexmark pages"), row)
    parts = []
    for first in (1, 6, 11):
        drawn = [twin.below(twin.draw(key, first + place), 338) for place in range(1, 5)]
        letters = "".join("_" if value < 26 else chr(ord("a") + value % 26) for value in drawn)
        parts.append(letters[: 3 + twin.below(twin.draw(key, first), 2)])
    return f"https://www.nexmark.com/{'/'.join(parts)}/item.htm?query=1"


def _json(event: dict[str, Any]) -> bytes:
    return json.dumps(event, separators=(",", ":")).encode()
