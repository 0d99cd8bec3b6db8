"""Rate shapes, one a file: when each event of a stream is due.

To add a shape, write its file and add it to `SHAPES`.
"""

from streamgauge.streams.rates.base import RateShape
from streamgauge.streams.rates.bursts import Bursts
from streamgauge.streams.rates.constant import Constant
from streamgauge.streams.rates.maximum import Maximum
from streamgauge.streams.rates.square import Square
from streamgauge.streams.rates.text import read_rate

__all__ = ["SHAPES", "Bursts", "Constant", "Maximum", "RateShape", "Square", "parse_rate"]

SHAPES: dict[str, type[RateShape]] = {
    "constant": Constant,
    "max": Maximum,
    "bursts": Bursts,
    "square": Square,
}


def parse_rate(text: str) -> RateShape:
    """The rate shape that a text says; `str` of a shape is the way back.

    >>> parse_rate("square:low=1000,high=5000,period=10")
    Square(low=1000, high=5000, period=10)
    """
    return read_rate(text, SHAPES)
