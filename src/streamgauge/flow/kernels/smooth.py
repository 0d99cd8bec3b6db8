"""Exponential smoothing: s = alpha * x + (1 - alpha) * s, beginning with the first value."""

from collections.abc import Iterable

from streamgauge.flow.kernels.base import Kernel, Parameter, Settings, Values
from streamgauge.flow.schema import Schema
from streamgauge.flow.types import DOUBLE, LONG


def _step(settings: Settings, state: Values, arguments: Values) -> tuple[Values, Iterable[Values]]:
    (number, before), (value,) = state, arguments
    if value is None:
        return state, ()
    alpha = settings["alpha"]
    smoothed = value if before is None else alpha * value + (1 - alpha) * before
    return (number + 1, smoothed), ((number, value, smoothed),)


SMOOTH = Kernel(
    name="smooth",
    meaning="exponential smoothing: each value's number from 0 on, the value, and the smoothed one; nulls do not count",
    arguments=Schema.of(value=DOUBLE),
    state=Schema.of(number=LONG, smoothed=DOUBLE),
    outputs=Schema.of(number=LONG, value=DOUBLE, smoothed=DOUBLE),
    empty=lambda _: (0, None),
    step=_step,
    parameters=(Parameter("alpha", 0.5, 0.0, 1.0, "weight of the newest value"),),
    identity=("number",),
)
