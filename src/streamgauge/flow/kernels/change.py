"""How a value differs from the one before it."""

from collections.abc import Iterable

from streamgauge.flow.kernels.base import Kernel, Settings, Values
from streamgauge.flow.schema import Schema
from streamgauge.flow.types import LONG


def _step(_: Settings, state: Values, arguments: Values) -> tuple[Values, Iterable[Values]]:
    (number, before), (value,) = state, arguments
    if value is None:
        return state, ()
    rows = () if before is None else ((number, value, value - before),)
    return (number + 1, value), rows


CHANGE = Kernel(
    name="change",
    meaning="from the second value on: its number, the value, and how much larger it is than the one before; nulls do not count",
    arguments=Schema.of(value=LONG),
    state=Schema.of(number=LONG, value=LONG),
    outputs=Schema.of(number=LONG, value=LONG, change=LONG),
    empty=lambda _: (0, None),
    step=_step,
    identity=("number",),
)
