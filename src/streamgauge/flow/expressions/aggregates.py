"""The aggregate functions: a value folded over the records of a key. Rows with a null argument are passed over, as in SQL."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from streamgauge.flow.expressions.python import checked
from streamgauge.flow.expressions.signatures import (
    Signature,
    any_one,
    any_scalar,
    arithmetic,
    ordered,
    takes,
    value_and_order,
    value_and_size,
)
from streamgauge.flow.types import DOUBLE, LONG

State: TypeAlias = Any

_add = checked(lambda a, b: a + b)


@dataclass(frozen=True, slots=True)
class AggregateFunction:
    """One aggregate: an empty state, a step that takes in one row's arguments, how two states merge, and a result.

    A step and a merge may change the state that they are given, and give back the same one: whoever calls them goes on with what
    they give back, and with nothing else.
    """

    name: str
    signature: Signature
    meaning: str
    empty: Callable[[], State]
    step: Callable[..., State]
    merge: Callable[[State, State], State]
    result: Callable[[State], Any] = lambda state: state
    literals: tuple[int, ...] = ()  # positions of arguments that must be literals
    relative_error: float = 0.0  # how far an engine may be off; 0 means not at all


def _nothing() -> None:
    return None


def _either(pick: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """`pick` of two, or the one that is there."""
    return lambda a, b: b if a is None else a if b is None else pick(a, b)


# Of n values: how many, their mean and the sum of squared distances from it, kept in a way that does not lose digits.
def _spread_step(state: tuple[int, float, float], value: float) -> tuple[int, float, float]:
    count, mean, squares = state[0] + 1, state[1], state[2]
    delta = value - mean
    mean += delta / count
    return count, mean, squares + delta * (value - mean)


def _spread_merge(a: tuple[int, float, float], b: tuple[int, float, float]) -> tuple[int, float, float]:
    count = a[0] + b[0]
    if not count:
        return a
    delta = b[1] - a[1]
    return count, a[1] + delta * b[0] / count, a[2] + b[2] + delta * delta * a[0] * b[0] / count


def _spread(name: str, meaning: str, *, unbiased: bool, root: bool) -> AggregateFunction:
    def result(state: tuple[int, float, float]) -> float | None:
        count = state[0] - unbiased
        if count <= 0:
            return None
        return math.sqrt(state[2] / count) if root else state[2] / count

    signature = takes(DOUBLE, gives=DOUBLE)
    return AggregateFunction(name, signature, meaning, lambda: (0, 0.0, 0.0), _spread_step, _spread_merge, result)


def _mean_result(state: tuple[float, int]) -> float | None:
    return state[0] / state[1] if state[1] else None


def _with_value(values: set[Any], value: Any) -> set[Any]:
    """The same set: a copy would cost as much for each row as there are values."""
    values.add(value)
    return values


def _with_values(values: set[Any], others: set[Any]) -> set[Any]:
    values |= others
    return values


def _top_step(state: tuple[int, list[Any]], value: Any, size: int) -> tuple[int, list[Any]]:
    return size, sorted([*state[1], value], reverse=True)[:size]


def _top_merge(a: tuple[int, list[Any]], b: tuple[int, list[Any]]) -> tuple[int, list[Any]]:
    size = max(a[0], b[0])
    return size, sorted(a[1] + b[1], reverse=True)[:size]


_FUNCTIONS = (
    AggregateFunction(
        "count", any_one(LONG), "rows; count(x): those where x is not null", int, lambda n, *_: n + 1, lambda a, b: a + b
    ),
    AggregateFunction("sum", arithmetic(1), "sum; null if there was no value", _nothing, _either(_add), _either(_add)),
    AggregateFunction("min", ordered, "smallest", _nothing, _either(min), _either(min)),
    AggregateFunction("max", ordered, "largest", _nothing, _either(max), _either(max)),
    AggregateFunction(
        "avg", takes(DOUBLE, gives=DOUBLE), "arithmetic mean; null if there was no value", lambda: (0.0, 0),
        lambda state, x: (state[0] + x, state[1] + 1), lambda a, b: (a[0] + b[0], a[1] + b[1]), _mean_result,
    ),
    _spread("var_pop", "variance of the values as a whole", unbiased=False, root=False),
    _spread("var_samp", "variance of the values as a sample; null for fewer than two", unbiased=True, root=False),
    _spread("stddev_pop", "root of var_pop", unbiased=False, root=True),
    _spread("stddev_samp", "root of var_samp", unbiased=True, root=True),
    AggregateFunction(
        "count_distinct", any_scalar(LONG), "how many different values",
        set, _with_value, _with_values, len,
    ),
    AggregateFunction(
        "approx_count_distinct", any_scalar(LONG), "about how many different values; an engine may be off by 15 %",
        set, _with_value, _with_values, len, relative_error=0.15,
    ),
    AggregateFunction(
        "max_by", value_and_order, "the first argument where the second is largest; of several, the largest",
        _nothing, lambda s, x, y: max((y, x), s or (y, x)), _either(max), lambda s: s and s[1],
    ),
    AggregateFunction(
        "min_by", value_and_order, "the first argument where the second is smallest; of several, the smallest",
        _nothing, lambda s, x, y: min((y, x), s or (y, x)), _either(min), lambda s: s and s[1],
    ),
    AggregateFunction(
        "top", value_and_size, "the largest values, at most as many as the second argument says, largest first",
        lambda: (0, []), _top_step, _top_merge, lambda s: s[1], literals=(1,),
    ),
)  # fmt: skip

AGGREGATES = {function.name: function for function in _FUNCTIONS}
