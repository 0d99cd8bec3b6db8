"""Sliding linear regression: the line through the last values, drawn further."""

from collections.abc import Iterable

from streamgauge.flow.kernels.base import Kernel, Parameter, Settings, Values
from streamgauge.flow.schema import Schema
from streamgauge.flow.types import DOUBLE, LONG, array_of


def line(values: tuple[float, ...]) -> tuple[float, float]:
    """Mean and slope of the line of least squares through values one apart."""
    middle = (len(values) - 1) / 2
    mean = sum(values) / len(values)
    above = sum((place - middle) * (value - mean) for place, value in enumerate(values))
    return mean, above / sum((place - middle) ** 2 for place in range(len(values)))


def _step(settings: Settings, state: Values, arguments: Values) -> tuple[Values, Iterable[Values]]:
    (number, window), (value,) = state, arguments
    if value is None:
        return state, ()
    train, ahead = int(settings["train"]), int(settings["predict"])
    window = (*window, value)[-train:]
    if number < train:
        return (number + 1, window), ()
    mean, slope = line(window)
    middle = (train - 1) / 2
    predicted = [mean + slope * (middle + steps) for steps in range(1, ahead + 1)]
    average = sum(predicted) / ahead
    return (number + 1, window), [(number, steps, each, average) for steps, each in enumerate(predicted, 1)]


TREND = Kernel(
    name="trend",
    meaning="the line of least squares through the last `train` values, and what it says of each of the next `predict`, with "
    "their mean; from number `train` on, the first value that has so many before it; nulls do not count",
    arguments=Schema.of(value=DOUBLE),
    state=Schema.of(number=LONG, window=array_of(DOUBLE)),
    outputs=Schema.of(number=LONG, ahead=LONG, predicted=DOUBLE, mean=DOUBLE),
    empty=lambda _: (0, ()),
    step=_step,
    parameters=(
        Parameter("train", 10, 2, 10_000, "how many values the line goes through"),
        Parameter("predict", 10, 1, 1_000, "how many values are predicted"),
    ),
    identity=("number", "ahead"),
)
