"""java.util.Random, one generator for every event, all of them drawn from together.

Java's 48 bits of state stand in the upper bits of 64: what Java masks away then drops out by itself, and the upper n bits
are what its `next(n)` returns.
"""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.generator import Bits

Numbers: TypeAlias = NDArray[np.int64]
Truths: TypeAlias = NDArray[np.bool_]

_MULTIPLIER = 0x5DEECE66D
_INCREMENT = 0xB
_UNUSED_BITS = 16
_MODULUS = 1 << 64
_ULP = np.float64(2.0**-53)
_INT_VALUES = 1 << 31
_LARGEST_INT = _INT_VALUES - 1


class JavaRandom:
    """Generators in any state; a draw takes one value from each of them."""

    def __init__(self, states: Bits) -> None:
        self.states = states

    @classmethod
    def seeded(cls, seeds: Numbers) -> "JavaRandom":
        """One generator for every seed."""
        return cls((seeds.view(np.uint64) ^ np.uint64(_MULTIPLIER)) << np.uint64(_UNUSED_BITS))

    def below(self, bound: int | Numbers) -> Numbers:
        """`nextInt(bound)`, with one bound or one for every generator."""
        bound = _one_if_equal(bound)
        drawn = self._bits(31)
        if isinstance(bound, int) and bound & (bound - 1) == 0:
            return drawn * bound >> 31  # of a power of two, the upper bits
        values = drawn - drawn // bound * bound
        again = np.flatnonzero(drawn - values > _INT_VALUES - bound)
        if not isinstance(bound, int):
            values = np.where(bound & (bound - 1) == 0, drawn * bound >> 31, values)
        if len(again):
            values[again] = self.below_at(again, bound)
        return values

    def below_at(self, rows: Numbers, bound: int | Numbers) -> Numbers:
        """`below` for some of the generators; the others stay as they are."""
        part = JavaRandom(self.states[rows])
        values = part.below(bound if isinstance(bound, int) else bound[rows])
        self.states[rows] = part.states
        return values

    def below_long(self, bounds: Numbers) -> Numbers:
        """Beam's draw with bounds that may be too large for `nextInt`."""
        is_long = bounds >= _LARGEST_INT
        if not is_long.any():
            return self.below(bounds)
        values = np.empty_like(bounds)
        short, long = np.flatnonzero(~is_long), np.flatnonzero(is_long)
        values[short] = self.below_at(short, bounds)
        part = JavaRandom(self.states[long])
        values[long] = np.abs(np.fmod(part.long(), bounds[long]))
        self.states[long] = part.states
        return values

    def long(self) -> Numbers:
        """`nextLong()`: an upper half, and a lower one whose sign counts."""
        upper = self._bits(32) << 32
        return upper + self._bits(32).astype(np.int32)

    def unit(self) -> NDArray[np.float64]:
        """`nextDouble()`."""
        upper = self._bits(26) << 27
        return (upper + self._bits(27)) * _ULP

    def ahead(self, draws: int, bits: int) -> NDArray[np.uint32]:
        """What `next(bits)` will return the next times, without its sign, a row for every generator; nothing is drawn."""
        factors, terms = _jumps(draws)
        states = self.states[:, None] * factors[1:]
        states += terms[1:]
        states >>= np.uint64(64 - bits)
        return states.astype(np.uint32)

    def skip(self, draws: Numbers, most: int) -> None:
        """Draw so many values from every generator, none more than `most`."""
        factors, terms = _jumps(most)
        self.states *= factors[draws]
        self.states += terms[draws]

    def _bits(self, count: int) -> Numbers:
        """`next(count)`, without its sign."""
        self.states *= _STEP_FACTOR
        self.states += _STEP_TERM
        return (self.states >> np.uint64(64 - count)).view(np.int64)


def _one_if_equal(bound: int | Numbers) -> int | Numbers:
    """One bound where all are the same: dividing by one number is much faster."""
    if not isinstance(bound, int) and len(bound) and (bound == bound[0]).all():
        return int(bound[0])
    return bound


@lru_cache(maxsize=64)
def _jumps(most: int) -> tuple[Bits, Bits]:
    """The factors and terms that stand for 0 to `most` draws."""
    factors, terms = [1], [0]
    for _ in range(most):
        factors.append(factors[-1] * _MULTIPLIER % _MODULUS)
        terms.append((terms[-1] * _MULTIPLIER + (_INCREMENT << _UNUSED_BITS)) % _MODULUS)
    return np.array(factors, dtype=np.uint64), np.array(terms, dtype=np.uint64)


_STEP_FACTOR, _STEP_TERM = (column[1] for column in _jumps(1))
