"""An answer: the last value of every row, and how two answers differ.

Integers and text are compared exactly, doubles to 1e-9 relative. A row is named by its identity: the flow's identity
columns, or, where it has none, the number of the input event it came from followed by its ordinals.
"""

import math
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from streamgauge.flow.effects import EffectComparison, Effects
from streamgauge.flow.expressions.aggregates import AGGREGATES
from streamgauge.flow.expressions.parse import Measure
from streamgauge.flow.expressions.tree import Column
from streamgauge.flow.graph import Flow, Identification
from streamgauge.flow.marks import COPIES, EVENT
from streamgauge.flow.step import Emission, Step
from streamgauge.flow.steps import Aggregate, Iterate, Select
from streamgauge.flow.steps.iterate import DISTANCE, TOLERANCE

Identity: TypeAlias = tuple[Any, ...]
Values: TypeAlias = tuple[Any, ...]

RELATIVE_TOLERANCE = 1e-9
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class AnswerShape:
    """Which columns of a row identify it and which are its values."""

    identity: tuple[str, ...]
    values: tuple[str, ...]
    may_update: bool
    is_multiset: bool = False
    relative_errors: tuple[float, ...] = ()  # for each value, how far an engine may be off

    @classmethod
    def of(cls, flow: Flow) -> "AnswerShape":
        columns = flow.sink.schema.names
        if flow.identification is Identification.MULTISET:
            return cls(columns, (COPIES,), may_update=False, is_multiset=True)
        identity = (EVENT,) if flow.identification is Identification.ORIGIN else flow.sink.identity
        values = tuple(name for name in columns if name not in identity)
        errors = _allowed_errors(flow.sink)
        return cls(
            identity, values, flow.emission is Emission.UPDATE, relative_errors=tuple(errors.get(name, 0.0) for name in values)
        )

    @property
    def columns(self) -> tuple[str, ...]:
        return self.identity + self.values

    @property
    def written_columns(self) -> tuple[str, ...]:
        """The columns of a row in a file, where a row that occurs several times is there as often."""
        return self.identity if self.is_multiset else self.columns

    def split(self, row: Mapping[str, Any]) -> tuple[Identity, Values]:
        """A row as identity and values; a column that is missing is null."""
        get = row.get
        return tuple([_hashable(get(name)) for name in self.identity]), tuple([_hashable(get(name)) for name in self.values])

    def row(self, identity: Identity, values: Values) -> dict[str, Any]:
        """The answer's row as it is written: identity first."""
        return dict(zip(self.columns, identity + values, strict=True))


class Answer:
    """The rows seen so far: the last value of each, and how many were repeated."""

    def __init__(self, shape: AnswerShape) -> None:
        self.shape = shape
        self.rows: dict[Identity, Values] = {}
        self.written = 0
        self.repeated = 0
        self.broken: list[int] = []  # the numbers of the events that could not be decoded
        self.effects = Effects()
        self.convergence: list[tuple[int, float]] = []  # of a flow that iterates: points and distance, thinned out
        self._seen: set[int] = set()

    def add(self, row: Mapping[str, Any]) -> Identity:
        """Take in one row, in the order in which it was written; its identity."""
        identity, values = self.shape.split(row)
        self.written += 1
        if self.shape.is_multiset:
            values = (self.rows.get(identity, (0,))[0] + 1,)
        elif self.shape.may_update:
            self._count_repeated_update(identity, values)
        elif identity in self.rows:
            self.repeated += 1
        self.rows[identity] = values
        return identity

    def _count_repeated_update(self, identity: Identity, values: Values) -> None:
        fingerprint = hash((identity, values))
        self.repeated += fingerprint in self._seen
        self._seen.add(fingerprint)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self.shape.row(identity, values) for identity, values in self.rows.items())

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How an observed answer differs from the expected one; `examples` show the first few differences in words."""

    expected_rows: int
    observed_rows: int
    missing: int
    unexpected: int
    different: int
    repeated: int
    repeats_allowed: bool
    written: int
    examples: tuple[str, ...] = field(default=())

    @property
    def equal(self) -> bool:
        wrong = self.missing + self.unexpected + self.different
        return wrong == 0 and (self.repeats_allowed or self.repeated == 0)


def compare(expected: Answer, observed: Answer, *, repeats_allowed: bool | None = None, examples: int = _EXAMPLES) -> Comparison:
    """Compare two answers of one flow. Repeated rows are allowed where rows may be updated, unless said otherwise."""
    rows = _named_as(expected, observed) if expected.shape.is_multiset else observed.rows
    missing = [i for i in expected.rows if i not in rows]
    unexpected = [i for i in rows if i not in expected.rows]
    errors = expected.shape.relative_errors or (0.0,) * len(expected.shape.values)
    different = [i for i, v in expected.rows.items() if i in rows and not _same(v, rows[i], errors)]
    row = expected.shape.row
    words = [f"different: expected {row(i, expected.rows[i])}, got {row(i, rows[i])}" for i in different]
    words += [f"missing: {row(i, expected.rows[i])}" for i in missing]
    words += [f"unexpected: {row(i, rows[i])}" for i in unexpected]
    if repeats_allowed is None:
        repeats_allowed = expected.shape.may_update
    if observed.repeated and not repeats_allowed:
        words.append(f"repeated: {observed.repeated} rows were written more than once")
    return Comparison(
        expected_rows=len(expected.rows),
        observed_rows=len(observed.rows),
        missing=len(missing),
        unexpected=len(unexpected),
        different=len(different),
        repeated=observed.repeated,
        repeats_allowed=repeats_allowed,
        written=observed.written,
        examples=tuple(words[:examples]),
    )


def with_effects(comparison: Comparison, found: EffectComparison) -> Comparison:
    """The comparison of the rows, and of what was done outside: that is lost as rows are, but may happen more than once."""
    return replace(
        comparison,
        missing=comparison.missing + found.lost,
        unexpected=comparison.unexpected + found.unexpected,
        repeated=comparison.repeated + found.repeated,
        repeats_allowed=comparison.repeats_allowed or not comparison.repeated,
        examples=(comparison.examples + found.examples)[:_EXAMPLES],
    )


def _named_as(expected: Answer, observed: Answer) -> dict[Identity, Values]:
    """The rows of a multiset: one that is not expected, but is but for roundings of its doubles, has the name of that one."""
    wanted, found = (Counter({i: copies for i, (copies,) in each.rows.items()}) for each in (expected, observed))
    spare: defaultdict[Values, list[Identity]] = defaultdict(list)
    for identity in found - wanted:
        spare[_without_doubles(identity)].append(identity)
    for group in spare.values():
        group.sort(key=_doubles)
    for identity in wanted - found:
        for other in _rounded(identity, spare[_without_doubles(identity)]):
            taken = min(wanted[identity] - found[identity], found[other] - wanted[other])
            found[identity] += taken
            found[other] -= taken
    return {identity: (copies,) for identity, copies in found.items() if copies}


def _rounded(row: Identity, group: list[Identity]) -> list[Identity]:
    """Those in a group, which is in order of its doubles, that differ from `row` by roundings."""
    if not group:
        return []
    doubles = _doubles(row)
    margin = 2 * RELATIVE_TOLERANCE * abs(doubles[0])
    begin = bisect_left(group, doubles[0] - margin, key=lambda each: _doubles(each)[0])
    end = bisect_right(group, doubles[0] + margin, key=lambda each: _doubles(each)[0])
    return [each for each in group[begin:end] if all(map(_is_close, doubles, _doubles(each)))]


def _doubles(row: Identity) -> tuple[float, ...]:
    return tuple(value for value in row if isinstance(value, float))


def _without_doubles(row: Identity) -> Values:
    return tuple(float if isinstance(value, float) else value for value in row)


def _allowed_errors(step: Step) -> dict[str, float]:
    """The columns of a step's rows that engines may approximate, and how far they may be off."""
    allowed = {name: error for upstream in step.upstreams for name, error in _allowed_errors(upstream).items()}
    match step:
        case Aggregate():
            return {name: _allowed_error(measure, allowed) for name, measure in step.expressions}
        case Iterate():
            return {DISTANCE: TOLERANCE}
        case Select():
            passing = [(name, expr.name) for name, expr in step.expressions if isinstance(expr, Column)]
            return {name: allowed[old] for name, old in passing if old in allowed}
    return allowed


def _allowed_error(measure: Measure, allowed: Mapping[str, float]) -> float:
    """The largest of values that may be off may be off as far, and so may the smallest."""
    match measure:
        case Measure("max" | "min", (Column(name),)):
            return allowed.get(name, 0.0)
    return AGGREGATES[measure.function].relative_error


def _same(expected: Values, observed: Values, errors: tuple[float, ...]) -> bool:
    return expected == observed or all(map(_same_value, expected, observed, errors))


def _same_value(expected: Any, observed: Any, relative_error: float) -> bool:
    if relative_error and isinstance(observed, (int, float)):
        least = 1 if isinstance(expected, int) else 0  # a count may always be off by one
        return bool(abs(observed - expected) <= max(least, relative_error * expected))
    if isinstance(expected, float) and isinstance(observed, (int, float)):
        return _is_close(expected, observed)
    return bool(expected == observed)


def _is_close(expected: float, observed: float) -> bool:
    return math.isclose(expected, observed, rel_tol=RELATIVE_TOLERANCE)


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value
