"""Aggregate: many rows of a key become one that is kept up to date."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from streamgauge.flow.expressions.parse import Measure, parse_measure
from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Pairs, Step, as_pairs
from streamgauge.flow.types import BOOLEAN, LONG, STRING

KEY_TYPES = (BOOLEAN, LONG, STRING)  # doubles are refused: engines disagree on when two of them are the same key


@dataclass(frozen=True, slots=True)
class Aggregate(Step):
    """Aggregate all rows so far by `keys`; each change of a key's row may be written (emission `update`).

    >>> from streamgauge.flow import STRING, Source
    >>> words = Source(Schema.of(word=STRING))
    >>> counts = Aggregate(words, keys=("word",), measures={"count": "count(*)"})
    >>> str(counts.schema), counts.updates_by
    ('word STRING, count LONG', ('word',))
    """

    upstream: Step
    keys: tuple[str, ...]
    measures: Mapping[str, str] | Pairs
    emission: Emission = Emission.UPDATE
    name: str = "aggregate"
    kind: ClassVar[str] = "aggregate"
    is_stateful: ClassVar[bool] = True
    expressions: tuple[tuple[str, Measure], ...] = field(init=False, repr=False, compare=False)
    schema: Schema = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(keys=(self.keys,) if isinstance(self.keys, str) else tuple(self.keys), measures=as_pairs(self.measures))
        self._check_emission()
        self.derive(expressions=self.checked(self._parsed))
        self.derive(schema=self.checked(self._schema))

    def _check_emission(self) -> None:
        if self.emission is not Emission.UPDATE:
            raise self.refuse(Flaw.FINAL_NEVER_COMES, f"emission {self.emission.value!r}", "use emission 'update'")
        if self.upstream.updates_by is not None:
            raise self.refuse(Flaw.STATE_AFTER_UPDATES, f"after {self.upstream.label}", "aggregate once")

    def _parsed(self) -> tuple[tuple[str, Measure], ...]:
        return tuple((name, parse_measure(text, self.upstream.schema)) for name, text in as_pairs(self.measures))

    def _schema(self) -> Schema:
        keys = tuple((key, self.upstream.schema.type_of(key)) for key in self.keys)
        for key, data_type in keys:
            if data_type not in KEY_TYPES:
                raise self.refuse(Flaw.KEY_NOT_COMPARABLE, f"{key!r} is {data_type}", "use another column as the key")
        return Schema((*keys, *((name, measure.type) for name, measure in self.expressions)))

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def updates_by(self) -> tuple[str, ...] | None:
        return self.keys
