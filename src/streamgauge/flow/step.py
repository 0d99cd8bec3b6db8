"""What all steps share: a name, inputs, a schema, and what they promise about the rows they emit."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import Enum
from typing import ClassVar, TypeAlias, TypeVar

from streamgauge.flow.flaws import Flaw, FlowError
from streamgauge.flow.schema import Schema

Pairs: TypeAlias = tuple[tuple[str, str], ...]

_T = TypeVar("_T")

_ORDER_FIX = "give the source a partition_by, and keep its columns up to here"


class Emission(Enum):
    """What is written, and how often. Part of a flow's meaning: results of different emissions are never ranked together."""

    INSERT = "insert"  # each row once, and it never changes
    UPDATE = "update"  # each change of a row may be written; an engine may leave out all but the last of several
    FINAL = "final"  # each row once, when no more input can change it


class Step(ABC):
    """One step of a flow. Steps are frozen data; each refuses to be made of what does not fit."""

    kind: ClassVar[str]
    is_stateful: ClassVar[bool] = False

    name: str

    @property
    @abstractmethod
    def upstreams(self) -> tuple["Step", ...]: ...

    @property
    @abstractmethod
    def schema(self) -> Schema:
        """The columns of the rows that leave this step."""

    @property
    def emission(self) -> Emission:
        """How often the rows are written."""
        return self.upstreams[0].emission if self.upstreams else Emission.INSERT

    @property
    def row_identity(self) -> tuple[str, ...] | None:
        """The columns that tell the rows apart; None if only their origin does, or nothing."""
        return self.upstreams[0].row_identity if self.upstreams else None

    @property
    def updates_by(self) -> tuple[str, ...] | None:
        """The columns that identify a row which may be written again with new values; None if rows never change."""
        return self.row_identity if self.emission is Emission.UPDATE else None

    @property
    def has_event_time(self) -> bool:
        """Do the rows carry an event time?"""
        return bool(self.upstreams) and all(step.has_event_time for step in self.upstreams)

    @property
    def window_columns(self) -> bool:
        """Do the rows carry the window they were aggregated in?"""
        return bool(self.upstreams) and all(step.window_columns for step in self.upstreams)

    @property
    def order_by(self) -> tuple[str, ...] | None:
        """Rows that are equal in these columns come in the order of the input; None if no rows do."""
        return self.upstreams[0].order_by if self.upstreams else None

    @property
    def is_order_sensitive(self) -> bool:
        """Does the result depend on the order in which the rows of a key come?"""
        return False

    @property
    def waits_for_time(self) -> bool:
        """Are rows held back until the watermark has passed?"""
        return False

    @property
    def origin_depth(self) -> int:
        """How many ordinals follow partition and offset in the origin of a row."""
        return self.upstreams[0].origin_depth if self.upstreams else 0

    @property
    def label(self) -> str:
        """How errors call this step."""
        return f"step {self.name!r} ({self.kind})"

    def refuse(self, flaw: Flaw, detail: str, fix: str = "") -> FlowError:
        return FlowError(flaw, detail, step=self.label, fix=fix)

    def checked(self, build: Callable[[], _T]) -> _T:
        """The result of `build`; a flaw in it is told of this step."""
        try:
            return build()
        except FlowError as error:
            raise error.at(self.label) from None

    def require_order(self, upstream: "Step", keys: tuple[str, ...]) -> None:
        """Refuse keys whose rows may come from several partitions, and so in any order."""
        ordered = upstream.order_by
        if ordered is None:
            raise self.refuse(Flaw.ORDER_LOST, f"after {upstream.label}", _ORDER_FIX)
        if missing := [column for column in ordered if column not in keys]:
            raise self.refuse(Flaw.ORDER_LOST, f"{missing[0]!r} spreads the rows and is no key", f"key by {ordered} or more")

    def derive(self, **values: object) -> None:
        """Set fields that follow from others; only while the step is being made."""
        for field_name, value in values.items():
            object.__setattr__(self, field_name, value)


def as_pairs(columns: Mapping[str, str] | Pairs) -> Pairs:
    """The stored form of named expressions: pairs, in order."""
    return tuple(columns.items()) if isinstance(columns, Mapping) else tuple((name, text) for name, text in columns)
