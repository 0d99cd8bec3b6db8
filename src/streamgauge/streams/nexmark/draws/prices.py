"""Prices in cents, log-uniform from one to a million: floor(10^(6u) * 100 + 1/2).

Powers differ in their last digits between libraries and processors. Where that could decide which whole number is
nearest, the power is taken once more from the C library, which is right to the last digit but for rare ties.
"""

import numpy as np

from streamgauge.streams.nexmark.draws.java_random import JavaRandom, Numbers

_DOUBT = 1e-6  # far more than a power's error, which is below 1e-7


def draw_price(random: JavaRandom) -> Numbers:
    exponents = random.unit() * 6.0
    raised = np.power(10.0, exponents) * 100.0 + 0.5
    prices = np.floor(raised).astype(np.int64)
    for row in np.flatnonzero(np.abs(raised - np.rint(raised)) < _DOUBT).tolist():
        prices[row] = int(10.0 ** float(exponents[row]) * 100.0 + 0.5)
    return prices
