"""A Kalman filter for one value, in single precision as the published IoT benchmark has it.

p += q; gain = p / (p + r); x += gain * (z - x); p *= 1 - gain; x is what comes out. It begins with x = 0.
"""

from collections.abc import Iterable
from ctypes import c_float

from streamgauge.flow.kernels.base import Kernel, Parameter, Settings, Values
from streamgauge.flow.schema import Schema
from streamgauge.flow.types import DOUBLE, LONG


def _single(value: float) -> float:
    """Rounded to 32 bits. One operation in double precision, then rounded, is that operation in single precision."""
    return c_float(value).value


def _step(settings: Settings, state: Values, arguments: Values) -> tuple[Values, Iterable[Values]]:
    (number, x, p), (value,) = state, arguments
    if value is None:
        return state, ()
    p = _single(p + _single(settings["q"]))
    gain = _single(p / _single(p + _single(settings["r"])))
    x = _single(x + _single(gain * _single(_single(value) - x)))
    p = _single(_single(1 - gain) * p)
    return (number + 1, x, p), ((number, value, x),)


KALMAN = Kernel(
    name="kalman",
    meaning="each value's number from 0 on, the value, and a Kalman filter's estimate in single precision; nulls do not count",
    arguments=Schema.of(value=DOUBLE),
    state=Schema.of(number=LONG, estimate=DOUBLE, error=DOUBLE),
    outputs=Schema.of(number=LONG, value=DOUBLE, estimate=DOUBLE),
    empty=lambda settings: (0, 0.0, _single(settings["p"])),
    step=_step,
    parameters=(
        Parameter("q", 0.125, 0.0, 1e6, "variance of the process"),
        Parameter("r", 0.32, 1e-6, 1e6, "variance of the sensor"),
        Parameter("p", 30.0, 0.0, 1e6, "variance of the first estimate"),
    ),
    identity=("number",),
)
