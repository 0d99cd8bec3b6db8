"""The generator and every stream once more, in plain Python integers and straight from `docs/streams.md`."""

import json
from bisect import bisect_right
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from math import ceil, floor
from uuid import UUID

from streamgauge.streams.normal_table import normal_thresholds
from streamgauge.streams.sentences import Sentences
from streamgauge.streams.uservisits import UserVisits
from streamgauge.streams.uservisits_maker import BROWSERS, COUNTRIES, WORDS
from streamgauge.streams.ysb import AD_TYPES, EVENT_TYPES, Ysb
from streamgauge.streams.zipf import zipf_thresholds

MODULUS = 2**64
GAMMA = 0x9E3779B97F4A7C15
NORMAL = list(normal_thresholds())


def mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % MODULUS
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % MODULUS
    return z ^ (z >> 31)


def fnv1a(name: str) -> int:
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = (value ^ byte) * 0x100000001B3 % MODULUS
    return value


def stream_key(seed: int, name: str) -> int:
    return mix((mix((seed + GAMMA) % MODULUS) + fnv1a(name)) % MODULUS)


def event_key(key: int, event: int) -> int:
    return mix((key + (event + 1) * GAMMA) % MODULUS)


def draw(key: int, number: int) -> int:
    return mix((key + (number + 1) * GAMMA) % MODULUS)


def below(x: int, n: int) -> int:
    return (x >> 32) * n >> 32


def chance(x: int, p: float) -> bool:
    return x < floor(Fraction(str(p)) * MODULUS)


def normal(x: int) -> int:
    return (bisect_right(NORMAL, x) - 384) * 1024 + x % 1024


def sentence(stream: Sentences, event: int) -> bytes:
    key = event_key(stream_key(stream.seed, "sentences"), event)
    deviation = Fraction(str(stream.words_deviation)) * Fraction(normal(draw(key, 0)), 65536)
    length = max(1, ceil(Fraction(str(stream.words_mean)) + deviation))
    words = [f"{_word(stream, draw(key, 3 + place)):0{stream.word_digits}d}" for place in range(length)]
    if stream.needle and chance(draw(key, 1), stream.selectivity):
        words[below(draw(key, 2), length)] = stream.needle
    return " ".join(words).encode()


def _word(stream: Sentences, x: int) -> int:
    if stream.distribution == "uniform":
        return below(x, stream.vocabulary) + 1
    return bisect_right(_zipf(stream.vocabulary, stream.exponent), x) + 1


_zipf = cache(zipf_thresholds)


def interval_rate(shape: str, seed: int, interval: int) -> int:
    """The draw behind the rate of an interval."""
    return draw(event_key(stream_key(seed, f"rate {shape}"), interval % 65_536), 0)


def normal_rate(x: int, mean: int, deviation: int, peak: int) -> int:
    return min(peak, max(0, floor(mean + Fraction(deviation * normal(x), 65536) + Fraction(1, 2))))


def uuid(seed: int, table: str, number: int) -> str:
    key = event_key(stream_key(seed, table), number)
    return str(UUID(int=draw(key, 0) << 64 | draw(key, 1), version=4))


def ysb_event(stream: Ysb, event: int) -> bytes:
    key = event_key(stream_key(stream.seed, "ysb"), event)
    ad = ("ysb ads", below(draw(key, 2), stream.campaigns * stream.ads_per_campaign))
    if chance(draw(key, 8), stream.unknown_share):
        ad = ("ysb unknown ads", below(draw(key, 9), 1000))
    fields = {
        "user_id": uuid(stream.seed, "ysb users", below(draw(key, 0), stream.users)),
        "page_id": uuid(stream.seed, "ysb pages", below(draw(key, 1), stream.pages)),
        "ad_id": uuid(stream.seed, *ad),
        "ad_type": AD_TYPES[below(draw(key, 3), 5)],
        "event_type": EVENT_TYPES[below(draw(key, 4), 3)],
        "event_time": str(_ysb_time_ms(stream, event, key)),
        "ip_address": "1.2.3.4",
    }
    return json.dumps(fields).encode()


def _ysb_time_ms(stream: Ysb, event: int, key: int) -> int:
    time_ms = stream.base_ms + event * 1000 // stream.events_per_second
    time_ms += below(draw(key, 5), 2 * stream.skew_ms + 1) - stream.skew_ms
    if chance(draw(key, 6), stream.late_share):
        time_ms -= below(draw(key, 7), stream.late_ms) + 1
    return max(0, time_ms)


def user_visit(stream: UserVisits, event: int) -> bytes:
    key = event_key(stream_key(stream.seed, "uservisits"), event)
    letters = [draw(key, 7 + place // 4) >> 16 * (place % 4) & 0xFFFF for place in range(54)]
    fields = [
        f"{event} {_address(stream.seed, below(draw(key, 0), stream.addresses))}",
        "".join(chr(ord("a") + (letter * 26 >> 16)) for letter in letters),
        (date(1970, 1, 1) + timedelta(days=below(draw(key, 1), 15_340))).isoformat(),
        f"0.{below(draw(key, 2), 10**8):08d}",
        BROWSERS[below(draw(key, 3), 8)],
        COUNTRIES[below(draw(key, 4), 16)],
        WORDS[below(draw(key, 5), 24)],
        str(below(draw(key, 6), 10) + 1),
    ]
    return ",".join(fields).encode()


def _address(seed: int, number: int) -> str:
    offset = draw(event_key(stream_key(seed, "uservisits addresses"), 0), 0)
    place = (offset + number * 2_654_435_761) % 254**4
    return ".".join(str(place // 254**power % 254 + 1) for power in (3, 2, 1, 0))
