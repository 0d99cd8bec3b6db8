"""Interpolation: what is missing becomes the mean of the last values that were there."""

from collections.abc import Iterable

from streamgauge.flow.kernels.base import Kernel, Parameter, Settings, Values
from streamgauge.flow.schema import Schema
from streamgauge.flow.types import BOOLEAN, DOUBLE, LONG, array_of


def _step(settings: Settings, state: Values, arguments: Values) -> tuple[Values, Iterable[Values]]:
    (number, last), (value,) = state, arguments
    if value is None:
        mean = sum(last) / len(last) if last else None
        return (number + 1, last), ((number, mean, mean is not None),)
    return (number + 1, (*last, value)[-int(settings["window"]) :]), ((number, value, False),)


INTERPOLATE = Kernel(
    name="interpolate",
    meaning="each record's number from 0 on, and its value; for a null the mean of the last `window` values that were none, "
    "and that it was filled in; null as long as there are none",
    arguments=Schema.of(value=DOUBLE),
    state=Schema.of(number=LONG, last=array_of(DOUBLE)),
    outputs=Schema.of(number=LONG, value=DOUBLE, is_filled=BOOLEAN),
    empty=lambda _: (0, ()),
    step=_step,
    parameters=(Parameter("window", 5, 1, 10_000, "how many values a mean is made of"),),
    identity=("number",),
)
