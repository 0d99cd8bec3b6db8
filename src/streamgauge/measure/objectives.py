"""Objectives: what a result must show, written as `latency_ms.p99 < 250`."""

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.measure.definitions import figure_names
from streamgauge.names import nearest

_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
}
_FORM = re.compile(r"\s*([A-Za-z_][\w.]*)\s*(<=|>=|==|<|>)\s*([-+]?\d[\d_]*\.?\d*(?:[eE][-+]?\d+)?)\s*")


@dataclass(frozen=True, slots=True)
class Objective:
    """A figure of the result, how it must compare, and with what."""

    figure: str
    comparison: str
    limit: float

    def __str__(self) -> str:
        return f"{self.figure} {self.comparison} {self.limit:.15g}"

    def judge(self, result: Mapping[str, Any]) -> "Judged":
        """Compare the result's figure; one that is missing, such as a quantile of too few samples, meets no objective."""
        value = find_figure(result, self.figure)
        if not isinstance(value, int | float) or isinstance(value, bool):
            return Judged(self, None, is_met=False)
        return Judged(self, float(value), _OPERATORS[self.comparison](value, self.limit))


@dataclass(frozen=True, slots=True)
class Judged:
    """An objective, the value seen, None if there was none, and whether it is met."""

    objective: Objective
    value: float | None
    is_met: bool

    def __str__(self) -> str:
        seen = "no value" if self.value is None else f"{self.value:.15g}"
        return f"{'met' if self.is_met else 'missed'}: {self.objective} (seen: {seen})"

    def to_data(self) -> dict[str, Any]:
        return {"objective": str(self.objective), "value": self.value, "is_met": self.is_met}


def parse_objective(text: str, figures: Iterable[str] | None = None) -> Objective:
    """Read an objective; a figure that no result has is refused with the nearest one.

    >>> parse_objective("latency_ms.p99 < 250")
    Objective(figure='latency_ms.p99', comparison='<', limit=250.0)
    """
    match = _FORM.fullmatch(text)
    if match is None:
        what = "an objective is a figure, one of < <= > >= ==, and a number"
        raise RequestError(what, where=f"--objective {text!r}", fix='--objective "latency_ms.p99 < 250"')
    figure, comparison, limit = match.groups()
    known = figure_names() if figures is None else list(figures)
    if figure not in known:
        raise RequestError(f"there is no figure {figure!r}", where=f"--objective {text!r}", fix=nearest(figure, known))
    return Objective(figure, comparison, float(limit))


def find_figure(data: object, path: str) -> object:
    """The value at a dotted path; names may have dots of their own, as p99.9 has."""
    if not isinstance(data, Mapping):
        return None
    if path in data:
        return data[path]
    parts = path.split(".")
    splits = ((".".join(parts[:cut]), ".".join(parts[cut:])) for cut in range(1, len(parts)))
    found = (find_figure(data[name], rest) for name, rest in splits if name in data)
    return next((value for value in found if value is not None), None)
