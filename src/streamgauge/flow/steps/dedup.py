"""Dedup: each key once."""

from dataclasses import dataclass, field
from typing import ClassVar

from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Step
from streamgauge.flow.steps.aggregate import KEY_TYPES


@dataclass(frozen=True, slots=True)
class Dedup(Step):
    """The different values of `keys`, each when it first comes. Other columns are gone: which row is the first depends on
    the order of arrival, and an answer must not. The state, all keys so far, never shrinks.

    >>> from streamgauge.flow import STRING, Source
    >>> str(Dedup(Source(Schema.of(word=STRING)), keys=("word",)).row_identity)
    "('word',)"
    """

    upstream: Step
    keys: tuple[str, ...]
    name: str = "dedup"
    kind: ClassVar[str] = "dedup"
    is_stateful: ClassVar[bool] = True
    schema: Schema = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(keys=(self.keys,) if isinstance(self.keys, str) else tuple(self.keys))
        self.derive(schema=self.checked(lambda: Schema(tuple((key, self.upstream.schema.type_of(key)) for key in self.keys))))
        for key, data_type in self.schema:
            if data_type not in KEY_TYPES:
                raise self.refuse(Flaw.KEY_NOT_COMPARABLE, f"{key!r} is {data_type}", "use another column as the key")
        if self.upstream.emission is Emission.UPDATE:
            raise self.refuse(Flaw.STATE_AFTER_UPDATES, f"after {self.upstream.label}", "dedup before the aggregate")

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def has_event_time(self) -> bool:
        return False  # which of the equal rows gives it would depend on the order of arrival

    @property
    def order_by(self) -> tuple[str, ...] | None:
        return None

    @property
    def window_columns(self) -> bool:
        return False

    @property
    def row_identity(self) -> tuple[str, ...] | None:
        return self.keys
