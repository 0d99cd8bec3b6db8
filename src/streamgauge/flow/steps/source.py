"""Source: where records come in."""

from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar

from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Step
from streamgauge.flow.types import STRING


class WireFormat(Enum):
    """How a record's bytes become columns."""

    TEXT = "text"  # the whole record is one STRING column, UTF-8


@dataclass(frozen=True, slots=True)
class Source(Step):
    """The records of one input topic, decoded by `format` into the columns of `schema`.

    >>> str(Source(Schema.of(sentence=STRING)).schema)
    'sentence STRING'
    """

    schema: Schema = field()
    format: WireFormat = WireFormat.TEXT
    name: str = "source"
    kind: ClassVar[str] = "source"

    def __post_init__(self) -> None:
        if self.format is WireFormat.TEXT and [data_type for _, data_type in self.schema] != [STRING]:
            raise self.refuse(
                Flaw.WRONG_ARGUMENTS, f"format text with columns {self.schema}", "declare exactly one STRING column"
            )

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return ()
