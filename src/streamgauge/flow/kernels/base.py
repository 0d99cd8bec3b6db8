"""The contract of a kernel: what `Fold` does with the records of a key, one after the other.

A kernel is pure: from a state and a record follow the next state and the rows to write, and nothing else. So it gives the
same rows in every engine, and after a restart from a saved state.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from streamgauge.flow.flaws import Flaw, FlowError, nearest
from streamgauge.flow.schema import Schema

Values: TypeAlias = tuple[Any, ...]
Settings: TypeAlias = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that is fixed for a fold: its default, the smallest and the largest value it may have."""

    name: str
    default: float
    smallest: float
    largest: float
    meaning: str

    def checked(self, value: object) -> float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not self.smallest <= value <= self.largest:  # type: ignore[operator]
            raise FlowError(
                Flaw.WRONG_ARGUMENTS, f"{self.name}={value!r}", fix=f"a number from {self.smallest:g} to {self.largest:g}"
            )
        return type(self.default)(value)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Kernel:
    """A named, pure, keyed computation that depends on order.

    `step(settings, state, arguments)` gives the next state and the rows to write; `state` says what a state is made of.
    """

    name: str
    meaning: str
    arguments: Schema
    state: Schema
    outputs: Schema
    empty: Callable[[Settings], Values]
    step: Callable[[Settings, Values, Values], tuple[Values, Iterable[Values]]]
    parameters: tuple[Parameter, ...] = ()
    identity: tuple[str, ...] = ()  # the outputs that tell the rows of a key apart, if they do

    def settings(self, given: Mapping[str, object]) -> dict[str, float]:
        """All parameters, `given` or by default; unknown ones and values outside of their domain are refused."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given.keys() - known.keys():
            raise FlowError(Flaw.WRONG_ARGUMENTS, f"kernel {self.name!r} has no parameter {name!r}", fix=nearest(name, known))
        return {name: each.checked(given[name]) if name in given else each.default for name, each in known.items()}
