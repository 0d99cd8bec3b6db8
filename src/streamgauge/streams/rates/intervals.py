"""Rates drawn at random for intervals of the same length; after 65,536 intervals they come again.

That bound is what gives random access: the sums of all intervals fit into a table that is made once, in milliseconds,
and any event is found in it by search, however far away. With intervals of a second a cycle lasts 18 hours.
"""

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.generator import Bits, draw, event_keys, stream_key
from streamgauge.streams.normal import SIGMA, normal
from streamgauge.streams.rates.kinds import nanoseconds
from streamgauge.streams.rates.pieces import Pieces

INTERVALS = 1 << 16


def interval_draws(shape: str, seed: int) -> Bits:
    """Draw 0 of the events 0 to 65,535 of the stream `rate <shape>`."""
    return draw(event_keys(stream_key(seed, f"rate {shape}"), 0, INTERVALS), 0)


def normal_rates(bits: Bits, mean: int | NDArray[np.int64], deviation: int | NDArray[np.int64], peak: int) -> NDArray[np.int64]:
    """floor(mean + deviation * normal + 1/2), but at least 0 and at most the peak."""
    rates = normal(bits)
    rates *= deviation
    rates += mean * SIGMA + SIGMA // 2
    rates //= SIGMA
    return np.clip(rates, 0, peak, out=rates)


def interval_pieces(rates: NDArray[np.int64], step: float) -> Pieces:
    """One cycle of intervals of `step` seconds each."""
    return Pieces(rates, np.full(INTERVALS, nanoseconds(step)))
