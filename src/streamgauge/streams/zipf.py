"""Zipf's distribution with any exponent, as exact integer thresholds.

The weight of rank k is the whole number nearest to 2^96 * k^-s; with C(k) the sum of the weights of the ranks 1 to k,
the threshold behind rank k is floor(2^64 * C(k) / C(n)). The definition is exact: powers may be computed in any way
that is precise enough, here with 50 decimal digits, 21 more than a weight has.
"""

from decimal import Decimal, localcontext
from functools import lru_cache
from itertools import accumulate

from streamgauge.streams.domains import exact_decimal
from streamgauge.streams.thresholds import Thresholds

_DIGITS = 50


@lru_cache(maxsize=4)
def zipf(ranks: int, exponent: float) -> Thresholds:
    """Draws of rank - 1, for the ranks 1 to `ranks`; the table is kept."""
    return Thresholds(zipf_thresholds(ranks, exponent))


def zipf_thresholds(ranks: int, exponent: float) -> list[int]:
    """The thresholds behind the ranks 1 to `ranks` - 1."""
    sums = list(accumulate(_weights(ranks, exact_decimal(exponent))))
    return [(upto << 64) // sums[-1] for upto in sums[:-1]]


def _weights(ranks: int, exponent: Decimal) -> list[int]:
    with localcontext(prec=_DIGITS):
        return [int((power * 2**96).to_integral_value()) for power in _powers(ranks, -exponent)]


def _powers(ranks: int, exponent: Decimal) -> list[Decimal]:
    """k^exponent for k = 1..ranks: through logarithms for primes, by multiplication for all others."""
    powers = [Decimal(1)] * (ranks + 1)
    for number, factor in enumerate(_smallest_factors(ranks)):
        if number > 1:
            is_prime = factor == number
            powers[number] = Decimal(number) ** exponent if is_prime else powers[factor] * powers[number // factor]
    return powers[1:]


def _smallest_factors(largest: int) -> list[int]:
    """For every number up to `largest` its smallest prime factor."""
    factors = list(range(largest + 1))
    for candidate in range(2, int(largest**0.5) + 1):
        if factors[candidate] == candidate:
            for multiple in range(candidate * candidate, largest + 1, candidate):
                factors[multiple] = min(factors[multiple], candidate)
    return factors
