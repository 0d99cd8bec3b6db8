"""Aggregate: many rows of a key become one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from streamgauge.flow.expressions.parse import Measure, parse_measure
from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Pairs, Step, as_pairs
from streamgauge.flow.types import BOOLEAN, LONG, STRING
from streamgauge.flow.windows import Count, Same, Window

KEY_TYPES = (BOOLEAN, LONG, STRING)  # doubles are refused: engines disagree on when two of them are the same key


@dataclass(frozen=True, slots=True)
class Aggregate(Step):
    """Aggregate the rows of each key: all rows so far, or those of each window.

    With emission `update` each change of a row may be written; with `final` a row is written once, when the watermark passes
    the end of its window, and never changes; a count window inserts its row when it is full.

    State: one row for each key, for ever; with a window in time one for each key and window, until the watermark has passed;
    with a count window the rows that it may still hold.

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
    window: Window | None = None
    name: str = "aggregate"
    kind: ClassVar[str] = "aggregate"
    is_stateful: ClassVar[bool] = True
    expressions: tuple[tuple[str, Measure], ...] = field(init=False, repr=False, compare=False)
    schema: Schema = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(keys=(self.keys,) if isinstance(self.keys, str) else tuple(self.keys), measures=as_pairs(self.measures))
        self._check_window()
        self._check_emission()
        self.derive(expressions=self.checked(self._parsed))
        self.derive(schema=self.checked(self._schema))

    def _check_window(self) -> None:
        if isinstance(self.window, Same):
            if not self.upstream.window_columns:
                raise self.refuse(Flaw.NO_WINDOW_BEFORE, f"after {self.upstream.label}", "put it after a windowed aggregate")
        elif isinstance(self.window, Count):
            self.require_order(self.upstream, self.keys)
        elif self.window is not None and not self.upstream.has_event_time:
            raise self.refuse(Flaw.NO_EVENT_TIME, f"window {self.window.kind!r}", "give the source an event_time")

    def _check_emission(self) -> None:
        if self.is_order_sensitive != (self.emission is Emission.INSERT):
            raise self.refuse(Flaw.NEEDS_INSERT, f"emission {self.emission.value!r}", "use 'insert' with count windows only")
        if self.emission is Emission.FINAL and self.window is None:
            raise self.refuse(Flaw.FINAL_NEVER_COMES, "emission 'final'", "use emission 'update', or a window")
        if self.emission is Emission.UPDATE and self.window is not None and self.window.is_final_only:
            raise self.refuse(Flaw.NEEDS_FINAL, f"window {self.window.kind!r}", "use emission 'final'")
        if self.upstream.updates_by is not None:
            raise self.refuse(Flaw.STATE_AFTER_UPDATES, f"after {self.upstream.label}", "aggregate once, or emit 'final' there")

    def _parsed(self) -> tuple[tuple[str, Measure], ...]:
        return tuple((name, parse_measure(text, self.upstream.schema)) for name, text in as_pairs(self.measures))

    def _schema(self) -> Schema:
        keys = tuple((key, self.upstream.schema.type_of(key)) for key in self.keys)
        for key, data_type in keys:
            if data_type not in KEY_TYPES:
                raise self.refuse(Flaw.KEY_NOT_COMPARABLE, f"{key!r} is {data_type}", "use another column as the key")
        window = self.window.columns if self.window else ()
        return Schema((*keys, *window, *((name, measure.type) for name, measure in self.expressions)))

    @property
    def row_identity(self) -> tuple[str, ...] | None:
        return self.keys + (self.window.identity if self.window else ())

    @property
    def is_order_sensitive(self) -> bool:
        return isinstance(self.window, Count)

    @property
    def waits_for_time(self) -> bool:
        return self.emission is Emission.FINAL

    @property
    def order_by(self) -> tuple[str, ...] | None:
        return self.keys if self.is_order_sensitive else None

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def has_event_time(self) -> bool:
        return False

    @property
    def window_columns(self) -> bool:
        return self.window is not None and self.window.is_in_time
