"""Sink: where rows go out, and what tells two of them apart."""

from dataclasses import dataclass
from typing import ClassVar

from streamgauge.flow.flaws import Flaw, nearest
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Step


@dataclass(frozen=True, slots=True)
class Sink(Step):
    """Write the rows to the output topic.

    `identity` names the columns that tell rows apart; by default those of the aggregate before. Without such columns a row
    is identified by the input it came from, or, where that is lost, rows are compared as a multiset.

    `folders` names columns by which an engine that writes files lays them out, one folder for each value: a log by hour, say.

    >>> from streamgauge.flow import STRING, Aggregate, Source
    >>> words = Source(Schema.of(word=STRING))
    >>> Sink(Aggregate(words, ("word",), {"count": "count(*)"})).identity
    ('word',)
    """

    upstream: Step
    identity: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    name: str = "sink"
    kind: ClassVar[str] = "sink"

    def __post_init__(self) -> None:
        keys = self.upstream.updates_by
        self.derive(identity=tuple(self.identity) or self.upstream.row_identity or ())
        for column in self.identity + self.folders:
            if column not in self.schema:
                raise self.refuse(Flaw.UNKNOWN_COLUMN, repr(column), nearest(column, self.schema.names))
        if keys is not None and set(self.identity) != set(keys):
            raise self.refuse(Flaw.IDENTITY_NOT_KEYS, f"{self.identity} is not {keys}", f"identity={keys}")

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def schema(self) -> Schema:
        return self.upstream.schema
