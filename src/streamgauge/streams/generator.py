"""The counter-based generator: seed, stream name, event number and draw number in, 64 random bits out.

There is no other state, so any slice of a stream can be made anywhere, in any order. Everything is integer arithmetic
modulo 2^64, hence the same on every machine and in every language; `docs/streams.md` states it with golden values.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.domains import exact_decimal

Bits: TypeAlias = NDArray[np.uint64]

GAMMA = 0x9E3779B97F4A7C15

_FACTOR_1 = np.uint64(0xBF58476D1CE4E5B9)
_FACTOR_2 = np.uint64(0x94D049BB133111EB)
_SHIFTS = tuple(np.uint64(bits) for bits in (30, 27, 31))
_HALF = np.uint64(32)
_MODULUS = 1 << 64


def mix(z: Bits) -> Bits:
    """The finaliser of splitmix64, a bijection on 64 bits; `z` is overwritten and returned."""
    shifted = z >> _SHIFTS[0]
    z ^= shifted
    z *= _FACTOR_1
    np.right_shift(z, _SHIFTS[1], out=shifted)
    z ^= shifted
    z *= _FACTOR_2
    np.right_shift(z, _SHIFTS[2], out=shifted)
    z ^= shifted
    return z


def fnv1a(text: str) -> int:
    """FNV-1a, 64 bits, of the text's UTF-8 bytes."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % _MODULUS
    return value


def stream_key(seed: int, name: str) -> int:
    """mix(mix(seed + GAMMA) + fnv1a(name))."""
    return _mix_one(_mix_one(seed + GAMMA) + fnv1a(name))


def event_keys(key: int, start: int, count: int) -> Bits:
    """mix(stream key + (event number + 1) * GAMMA), for `count` events from `start` on."""
    return mix(_ramp(count) + np.uint64((key + (start + 1) * GAMMA) % _MODULUS))


def keys_of(key: int, numbers: NDArray[np.int64]) -> Bits:
    """The same for any events."""
    return mix((numbers + 1).view(np.uint64) * np.uint64(GAMMA) + np.uint64(key))


def draw(keys: Bits, number: int) -> Bits:
    """Draw `number` of every event: mix(event key + (number + 1) * GAMMA)."""
    return mix(keys + np.uint64((number + 1) * GAMMA % _MODULUS))


def draw_runs(keys: Bits, first: int, lengths: NDArray[np.int64]) -> Bits:
    """The draws `first` to `first + lengths[i] - 1` of event i, all events one after another."""
    ends = lengths.cumsum()
    total = int(ends[-1]) if len(ends) else 0
    # Position p of event i's run holds draw first + p - starts[i]: fold the part that depends on i into its key.
    starts = (ends - lengths).view(np.uint64)
    origins = keys + (np.uint64(first + 1) - starts) * np.uint64(GAMMA)
    state = np.repeat(origins, lengths)
    state += _ramp(total)
    return mix(state)


def below(bits: Bits, n: int | NDArray[np.int64]) -> NDArray[np.int64]:
    """A whole number in [0, n) for 1 <= n < 2^32, one n or one for every draw: ((x >> 32) * n) >> 32.

    Of the 2^32 values of the upper half each result gets floor(2^32 / n) or one more: a relative bias below n / 2^32.
    """
    scaled = bits >> _HALF
    scaled *= np.asarray(n, dtype=np.uint64)
    scaled >>= _HALF
    return scaled.view(np.int64)


def chance(bits: Bits, probability: float) -> NDArray[np.bool_]:
    """True with the given probability: x < floor(p * 2^64), where p is the decimal that its text says."""
    threshold = chance_threshold(probability)
    if threshold == _MODULUS:
        return np.ones(len(bits), dtype=np.bool_)
    return bits < np.uint64(threshold)


def chance_threshold(probability: float) -> int:
    """floor(p * 2^64), without rounding; p = 1 gives 2^64, which no draw reaches."""
    numerator, denominator = exact_decimal(probability).as_integer_ratio()
    return numerator * _MODULUS // denominator


def _mix_one(value: int) -> int:
    return int(mix(np.array([value % _MODULUS], dtype=np.uint64))[0])


def _ramp(count: int) -> Bits:
    """0, GAMMA, 2 GAMMA, ..., as many as asked for."""
    return _RAMP[:count] if count <= len(_RAMP) else np.arange(count, dtype=np.uint64) * np.uint64(GAMMA)


_RAMP: Bits = np.arange(1 << 15, dtype=np.uint64) * np.uint64(GAMMA)  # kept, because every slice needs one
