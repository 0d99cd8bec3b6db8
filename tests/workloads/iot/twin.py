"""The tasks of the IoT benchmark in plain Python, written from their published definitions and not from the kernels."""

import hashlib
import struct
from collections.abc import Iterable, Sequence
from math import log


def single(value: float) -> float:
    return float(struct.unpack("f", struct.pack("f", value))[0])


def kalman(values: Iterable[float], q: float = 0.125, r: float = 0.32, p: float = 30.0) -> list[float]:
    """In single precision: every intermediate result is rounded to 32 bits."""
    q, r, p, x, estimates = single(q), single(r), single(p), 0.0, []
    for value in values:
        prior = single(p + q)
        gain = single(prior / single(prior + r))
        x = single(x + single(gain * single(single(value) - x)))
        p = single(single(1.0 - gain) * prior)
        estimates.append(x)
    return estimates


def loglog(texts: Iterable[str], k: int) -> list[int]:
    """Bits as text: the bucket is what the last k say, the rank is the number of zeros before them, read backwards."""
    most, estimates = [0] * 2**k, []
    for text in texts:
        (hashed,) = struct.unpack("<i", hashlib.sha1(text.encode()).digest()[:4])  # noqa: S324
        bits = format(hashed % 2**32, "032b")
        sign, rest = bits[0], bits[: 32 - k]
        rest = sign * k + rest  # an arithmetic shift to the right fills up with the sign
        zeros = 31 if "1" not in rest else len(rest) - len(rest.rstrip("0"))
        bucket = int(bits[32 - k :], 2)
        most[bucket] = max(most[bucket], zeros)
        estimates.append(int(0.79402 * 2**k * 2 ** (sum(most) / 2**k)))
    return estimates


def moment(values: Iterable[int], slots: int, choose: Sequence[int]) -> list[float]:
    """`choose[n]` is the slot whose value makes room when value n is new and all are taken."""
    tracked: list[tuple[int, int] | None] = [None] * slots
    estimates = []
    for number, value in enumerate(values):
        known = [None if each is None else each[0] for each in tracked]
        if value in known:
            slot = known.index(value)
            tracked[slot] = (value, (tracked[slot] or (0, 0))[1] + 1)
        else:
            tracked[known.index(None) if None in known else choose[number]] = (value, 1)
        n = number + 1
        total = sum(n * (2 * each[1] - 1) if each else -n for each in tracked)
        estimates.append(total / sum(each is not None for each in tracked))
    return estimates


def trend(values: Sequence[float], train: int, predict: int) -> list[tuple[int, list[float]]]:
    """By the normal equations, on the numbers of the values themselves."""
    rows = []
    for last in range(train, len(values)):
        xs = list(range(last - train + 1, last + 1))
        ys = [values[x] for x in xs]
        sx, sy, sxx, sxy = sum(xs), sum(ys), sum(x * x for x in xs), sum(x * y for x, y in zip(xs, ys, strict=True))
        slope = (train * sxy - sx * sy) / (train * sxx - sx * sx)
        start = (sy - slope * sx) / train
        rows.append((last, [start + slope * (last + ahead) for ahead in range(1, predict + 1)]))
    return rows


def mix(number: int) -> int:
    z = (number + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def bloom_bits(value: int, expected: int, false_share: float) -> set[int]:
    """The bits that belong to a value."""
    size = int(-expected * log(false_share) / log(2) ** 2)
    hashes = max(1, round(size / expected * log(2)))
    upper, lower = divmod(mix(value), 2**32)
    return {(upper + number * lower) % size for number in range(hashes)}


def city_tree(airquality: float) -> str:
    return "BAD" if airquality <= 22 else "GOOD" if airquality <= 29 else "VERYGOOD"


def city_tree_first(airquality: float) -> str:
    return "Good" if airquality <= 14 else "VeryGood" if airquality <= 19 else "Excellent"


def taxi_tree(fare: float) -> str:
    return "BAD" if fare <= 10 else "GOOD" if fare <= 18.5 else "VERYGOOD"


def taxi_tree_first(time: float, distance: float, fare: float) -> str:
    if time <= 480:
        return "Bad"
    if fare > 21:
        return "VeryGood"
    if time <= 540:
        return "Good" if 10 < fare <= 11 else "VeryGood"
    return "VeryGood" if time <= 600 and distance > 3.21 else "Bad"


def fit_tree(ecg: float) -> str:
    return "BAD" if ecg <= -0.054422 else "GOOD" if ecg <= 0.016745 else "VERYGOOD"


def city_regression(temperature: float, humidity: float, dust: float) -> float:
    return -0.5106896760749683 * temperature + 0.1550345386077423 * humidity - 0.0043941074441107295 * dust + 37.442739000196276


def taxi_regression(time: float, distance: float) -> float:
    return 0.002167781090458324 * time + 2.347246557323501 * distance + 3.574164844831282
