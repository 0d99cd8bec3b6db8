"""Source: where records come in."""

from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar

from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.expressions.tree import Expr
from streamgauge.flow.flaws import Flaw, nearest
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Step
from streamgauge.flow.types import LONG, STRING


class WireFormat(Enum):
    """How a record's bytes become columns."""

    TEXT = "text"  # the whole record is one STRING column, UTF-8
    JSON = "json"  # an object; each column is the field of its name, further fields are passed over


@dataclass(frozen=True, slots=True)
class Source(Step):
    """The records of the input topic, decoded by `format` into the columns of `schema`.

    `event_time` is an expression for a record's time in milliseconds since 1970; the watermark, the time before which nothing
    more is waited for, stays `watermark_delay_ms` behind the newest. A record that lacks a column, unless that is named in
    `optional`, or has no event time where one is declared, is broken: it is passed over and counted.

    With `partition_by` records that are equal in those columns lie in one partition, in order, which a step that depends on
    order needs; else they are spread evenly.

    >>> clicks = Source(Schema.of(ad=STRING, at=LONG), WireFormat.JSON, event_time="at", watermark_delay_ms=5_000)
    >>> clicks.has_event_time
    True
    """

    schema: Schema = field()
    format: WireFormat = WireFormat.TEXT
    event_time: str = ""
    watermark_delay_ms: int = 0
    optional: tuple[str, ...] = ()
    partition_by: tuple[str, ...] = ()
    name: str = "source"
    kind: ClassVar[str] = "source"
    event_time_expression: Expr | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.format is WireFormat.TEXT and [data_type for _, data_type in self.schema] != [STRING]:
            raise self.refuse(
                Flaw.WRONG_ARGUMENTS, f"format text with columns {self.schema}", "declare exactly one STRING column"
            )
        for name, data_type in self.schema:
            if data_type.element:
                raise self.refuse(Flaw.WRONG_ARGUMENTS, f"{name!r} is {data_type}", "split a text: no source reads arrays")
        if self.watermark_delay_ms < 0:
            raise self.refuse(Flaw.WRONG_ARGUMENTS, f"watermark_delay_ms is {self.watermark_delay_ms}", "0 or more")
        self.derive(optional=tuple(self.optional), partition_by=tuple(self.partition_by))
        for column in (*self.optional, *self.partition_by):
            if column not in self.schema:
                raise self.refuse(Flaw.UNKNOWN_COLUMN, repr(column), nearest(column, self.schema.names))
        self.derive(event_time_expression=self.checked(self._parsed) if self.event_time else None)

    def _parsed(self) -> Expr:
        expression = parse(self.event_time, self.schema)
        if expression.type != LONG:
            raise self.refuse(Flaw.WRONG_ARGUMENTS, f"event_time is {expression.type}", "milliseconds, as LONG")
        return expression

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return ()

    @property
    def order_by(self) -> tuple[str, ...] | None:
        return self.partition_by or None

    @property
    def has_event_time(self) -> bool:
        return bool(self.event_time)
