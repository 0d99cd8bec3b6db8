"""Prices: the nearest whole number, whatever the last digit of a power."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from streamgauge.streams.nexmark.draws import prices
from streamgauge.streams.nexmark.draws.java_random import JavaRandom
from tests.streams.nexmark import twin


def test_twin_agrees() -> None:
    drawn = prices.draw_price(JavaRandom.seeded(np.arange(5000)))
    assert drawn.tolist() == [twin.Random(seed).price() for seed in range(5000)]
    assert 100 <= drawn.min() < drawn.max() <= 100_000_000


class NearHalves(JavaRandom):
    """Draws that lead to prices next to a half, where the last digits of a power decide."""

    def __init__(self) -> None:
        self.units = np.log10((np.arange(50_000_000, 50_001_000) + 0.5) / 100) / 6

    def unit(self) -> NDArray[np.float64]:
        return self.units


def test_a_power_that_is_off_in_its_last_digits_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    random, power = NearHalves(), np.power
    expected = [math.floor(10.0 ** (unit * 6.0) * 100.0 + 0.5) for unit in random.units.tolist()]
    assert prices.draw_price(random).tolist() == expected
    for error in (2.0**-49, -(2.0**-49)):
        monkeypatch.setattr(np, "power", lambda base, exponents, error=error: power(base, exponents) * (1 + error))
        assert prices.draw_price(random).tolist() == expected
        with monkeypatch.context() as patch:
            patch.setattr(prices, "_DOUBT", 0.0)
            assert prices.draw_price(random).tolist() != expected
