"""The second moment of the frequencies of values (Alon, Matias and Szegedy), as the published IoT benchmark has it.

At most `slots` values are tracked, each with how often it came since. With n values so far, the estimate is the sum over all
slots of n * (2 frequency - 1), by the number of values tracked. Slots that are still empty have frequency 0 there, and here too.
"""

from collections.abc import Iterable

from streamgauge.flow.kernels.base import Kernel, Parameter, Settings, Values
from streamgauge.flow.kernels.mixing import mix
from streamgauge.flow.schema import Schema
from streamgauge.flow.types import DOUBLE, LONG, array_of


def _step(settings: Settings, state: Values, arguments: Values) -> tuple[Values, Iterable[Values]]:
    (number, tracked, frequencies), (value,) = state, arguments
    if value is None:
        return state, ()
    slots = int(settings["slots"])
    values, counts = list(tracked), list(frequencies)
    if value in values:
        counts[values.index(value)] += 1
    elif len(values) < slots:
        values.append(value)
        counts.append(1)
    else:
        slot = mix(number) % slots
        values[slot], counts[slot] = value, 1
    estimate = (number + 1) * (2 * sum(counts) - slots) / len(values)
    return (number + 1, tuple(values), tuple(counts)), ((number, estimate),)


MOMENT = Kernel(
    name="moment",
    meaning="the second moment of the frequencies of all values so far, estimated from a few tracked ones; a new value takes the "
    "place of number mix(its own number) mod slots; nulls do not count",
    arguments=Schema.of(value=LONG),
    state=Schema.of(number=LONG, tracked=array_of(LONG), frequencies=array_of(LONG)),
    outputs=Schema.of(number=LONG, estimate=DOUBLE),
    empty=lambda _: (0, (), ()),
    step=_step,
    parameters=(Parameter("slots", 10, 1, 1_000, "how many values are tracked"),),
    identity=("number",),
)
