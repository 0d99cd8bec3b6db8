"""The generator and the sentences once more, in plain Python integers and straight from `docs/streams.md`."""

from bisect import bisect_right
from fractions import Fraction
from functools import cache
from math import ceil, floor

from streamgauge.streams.normal_table import normal_thresholds
from streamgauge.streams.sentences import Sentences
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
