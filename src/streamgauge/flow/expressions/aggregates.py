"""The aggregate functions: a value folded over the records of a key. Nulls are passed over, as in SQL."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from streamgauge.flow.expressions.python import checked
from streamgauge.flow.expressions.signatures import Signature, any_one, arithmetic, ordered, takes
from streamgauge.flow.types import DOUBLE, LONG

_add = checked(lambda a, b: a + b)


@dataclass(frozen=True, slots=True)
class AggregateFunction:
    """One aggregate: an empty state, a step that takes in one value that is not null, and a result."""

    name: str
    signature: Signature
    meaning: str
    empty: Any
    step: Callable[[Any, Any], Any]
    result: Callable[[Any], Any] = lambda state: state


def _mean_step(state: tuple[float, int], value: float) -> tuple[float, int]:
    return state[0] + value, state[1] + 1


AGGREGATES = {
    function.name: function
    for function in (
        AggregateFunction("count", any_one(LONG), "records; count(x): those where x is not null", 0, lambda n, _: n + 1),
        AggregateFunction("sum", arithmetic(1), "sum; null if there was no value", None,
                          lambda total, x: x if total is None else _add(total, x)),
        AggregateFunction("min", ordered, "smallest", None, lambda low, x: x if low is None or x < low else low),
        AggregateFunction("max", ordered, "largest", None, lambda high, x: x if high is None or x > high else high),
        AggregateFunction("avg", takes(DOUBLE, gives=DOUBLE), "arithmetic mean; null if there was no value", (0.0, 0), _mean_step,
                          lambda state: state[0] / state[1] if state[1] else None),
    )
}  # fmt: skip
