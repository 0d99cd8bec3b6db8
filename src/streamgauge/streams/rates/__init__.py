"""Rate shapes, one a file: when each event of a stream is due.

To add a shape, write its file and add it to `SHAPES`.
"""

from streamgauge.streams.rates.base import RateShape
from streamgauge.streams.rates.bimodal import Bimodal
from streamgauge.streams.rates.bursts import Bursts
from streamgauge.streams.rates.constant import Constant
from streamgauge.streams.rates.maximum import Maximum
from streamgauge.streams.rates.normal import Normal
from streamgauge.streams.rates.replay import Replay
from streamgauge.streams.rates.sawtooth import Sawtooth
from streamgauge.streams.rates.sine import Sine
from streamgauge.streams.rates.square import Square
from streamgauge.streams.rates.text import read_rate
from streamgauge.streams.rates.uniform import Uniform

__all__ = [
    "SHAPES",
    "Bimodal",
    "Bursts",
    "Constant",
    "Maximum",
    "Normal",
    "RateShape",
    "Replay",
    "Sawtooth",
    "Sine",
    "Square",
    "Uniform",
    "parse_rate",
]

SHAPES: dict[str, type[RateShape]] = {
    "constant": Constant,
    "max": Maximum,
    "bursts": Bursts,
    "square": Square,
    "sawtooth": Sawtooth,
    "sine": Sine,
    "uniform": Uniform,
    "normal": Normal,
    "bimodal": Bimodal,
    "replay": Replay,
}


def parse_rate(text: str) -> RateShape:
    """The rate shape that a text says; `str` of a shape is the way back.

    >>> parse_rate("square:low=1000,high=5000,period=10")
    Square(low=1000, high=5000, period=10)
    """
    return read_rate(text, SHAPES)
