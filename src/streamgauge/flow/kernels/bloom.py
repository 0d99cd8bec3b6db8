"""A Bloom filter: pass on the values that may be in a set, and some that are not.

The set is that of the even numbers below `expected`. A filter made for n values with a share p of false ones has
m = floor(-n ln p / (ln 2)^2) bits, of which k = round(m / n * ln 2) belong to a value: (h1 + j * h2) mod m for j = 0 to k - 1,
where h1 and h2 are the upper and the lower half of mix(value).
"""

from collections.abc import Iterable
from functools import lru_cache
from math import floor, log

from streamgauge.flow.kernels.base import Kernel, Parameter, Settings, Values
from streamgauge.flow.kernels.mixing import GAMMA, mix
from streamgauge.flow.schema import Schema
from streamgauge.flow.types import LONG

MEMBER_STEP = 2  # the set: 0, 2, 4, ...

_SLICE = 1 << 20
_LOWER = 0xFFFFFFFF


class Bloom:
    """The filter's bits, and how many belong to a value."""

    def __init__(self, expected: int, false_share: float) -> None:
        self.size = max(1, floor(-expected * log(false_share) / log(2) ** 2))
        self.hashes = max(1, round(self.size / expected * log(2)))
        self._bits = self._filled(expected)

    def may_hold(self, value: int) -> bool:
        bits, size, hashed = self._bits, self.size, mix(value)
        place, step = hashed >> 32, hashed & _LOWER
        for _ in range(self.hashes):
            at = place % size
            if not bits[at >> 3] >> (at & 7) & 1:
                return False
            place += step
        return True

    def _filled(self, expected: int) -> bytes:
        import numpy as np  # only where a filter is made

        is_set = np.zeros(self.size, dtype=np.bool_)
        for first in range(0, expected, MEMBER_STEP * _SLICE):
            values = np.arange(first, min(first + MEMBER_STEP * _SLICE, expected), MEMBER_STEP, dtype=np.uint64)
            hashed = values + np.uint64(GAMMA)
            for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
                hashed = (hashed ^ (hashed >> np.uint64(shift))) * np.uint64(factor)
            hashed ^= hashed >> np.uint64(31)
            place, step = hashed >> np.uint64(32), hashed & np.uint64(_LOWER)
            for _ in range(self.hashes):
                is_set[place % np.uint64(self.size)] = True
                place += step
        return np.packbits(is_set, bitorder="little").tobytes()


@lru_cache(maxsize=2)
def bloom(expected: int, false_share: float) -> Bloom:
    """The filter; kept, because making it takes as long as testing millions of values."""
    return Bloom(expected, false_share)


def _step(settings: Settings, state: Values, arguments: Values) -> tuple[Values, Iterable[Values]]:
    (number,), (value,) = state, arguments
    if value is None:
        return ((number + 1,), ((number, None),)) if settings["keep"] else (state, ())
    passes = bloom(int(settings["expected"]), settings["false_share"]).may_hold(value)
    if not passes and not settings["keep"]:
        return (number + 1,), ()
    return (number + 1,), ((number, value if passes else None),)


BLOOM = Kernel(
    name="bloom",
    meaning="the values that a Bloom filter of the even numbers below `expected` may hold, with their numbers among all "
    "values, from 0 on; nulls do not count. With `keep` every record comes out, with null for what does not pass",
    arguments=Schema.of(value=LONG),
    state=Schema.of(number=LONG),
    outputs=Schema.of(number=LONG, value=LONG),
    empty=lambda _: (0,),
    step=_step,
    parameters=(
        Parameter("expected", 20_000_000, 1, 20_000_000, "how many values the filter is made for"),
        Parameter("false_share", 0.01, 0.000001, 0.5, "share of the values outside the set that pass, were the filter full"),
        Parameter("keep", 0, 0, 1, "1 keeps what does not pass, as null, and counts nulls too"),
    ),
    identity=("number",),
)
