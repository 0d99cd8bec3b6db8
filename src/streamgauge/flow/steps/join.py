"""Join: rows of two streams that belong together."""

from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar

from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Step
from streamgauge.flow.steps.aggregate import KEY_TYPES


class JoinKind(Enum):
    """Which rows with equal keys belong together, and how long a row is kept for that."""

    INTERVAL = "interval"  # right's event time lies from before_ms before left's to after_ms after it; kept until it cannot
    WINDOW = "window"  # both lie in the same tumbling window of size_ms; kept until it is over
    UNBOUNDED = "unbounded"  # all; kept for ever
    RETAINED = "retained"  # right with the newest left so far; that is kept for ever, a right one only until there is a left


_IN_TIME = (JoinKind.INTERVAL, JoinKind.WINDOW)
_TIMES = {JoinKind.INTERVAL: {"before_ms", "after_ms"}, JoinKind.WINDOW: {"size_ms"}}


@dataclass(frozen=True, slots=True)
class Join(Step):
    """Every pair of a left and a right row whose keys are equal (null equals nothing) and whose times fit.

    With `outer` a left row without any partner comes too, once its time is over, with nulls on the right. A retained join
    takes the left rows for a table that changes: each right row comes once, with the left row of its key that is newest when
    it arrives, or, if there is none yet, with the first that does. Of one input record, the left rows come first.

    Pairs of an inner interval join one of whose bounds is 0 have an event time: that of the side which is never the earlier
    one. So a pair is as late as the newer of its rows, and never later: a windowed aggregate may follow.

    >>> from streamgauge.flow import LONG, STRING, Filter, Select, Source, WireFormat
    >>> events = Source(Schema.of(kind=STRING, ad=STRING, at=LONG), WireFormat.JSON, event_time="at")
    >>> shown = Select(Filter(events, "kind = 'shown'", name="a"), {"ad": "ad", "shown_at": "at"}, name="shown")
    >>> clicks = Select(Filter(events, "kind = 'click'", name="b"), {"clicked": "ad", "clicked_at": "at"}, name="clicks")
    >>> str(Join(shown, clicks, on=(("ad", "clicked"),), how=JoinKind.INTERVAL, before_ms=5_000, after_ms=20_000).schema)
    'ad STRING, shown_at LONG, clicked STRING, clicked_at LONG'
    """

    left: Step
    right: Step
    on: tuple[tuple[str, str], ...]
    how: JoinKind
    before_ms: int = 0
    after_ms: int = 0
    size_ms: int = 0
    outer: bool = False
    name: str = "join"
    kind: ClassVar[str] = "join"
    is_stateful: ClassVar[bool] = True
    schema: Schema = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(on=tuple((left, right) for left, right in (self.on.items() if isinstance(self.on, dict) else self.on)))
        self._check_inputs()
        self._check_keys()
        self._check_times()
        if self.is_order_sensitive:
            self._check_order()
        columns = (*self.left.schema.columns, *self.right.schema.columns)
        self.derive(schema=self.checked(lambda: Schema(columns)))

    def _check_inputs(self) -> None:
        for side in (self.left, self.right):
            if side.emission is not Emission.INSERT:
                raise self.refuse(Flaw.NOT_INSERTS, f"after {side.label}", "join before the aggregate")
            if self.how in _IN_TIME and not side.has_event_time:
                raise self.refuse(
                    Flaw.NO_EVENT_TIME, f"join {self.how.value!r} after {side.label}", "give the source an event_time"
                )

    def _check_keys(self) -> None:
        if not self.on:
            raise self.refuse(Flaw.WRONG_ARGUMENTS, "no columns to join on", 'on=(("left", "right"),)')
        for left, right in self.on:
            types = [self.checked(lambda s=s, c=c: s.schema.type_of(c)) for s, c in ((self.left, left), (self.right, right))]  # type: ignore[misc]
            if types[0] != types[1] or types[0] not in KEY_TYPES:
                raise self.refuse(Flaw.KEY_NOT_COMPARABLE, f"{left!r} is {types[0]}, {right!r} is {types[1]}", "cast one of them")

    def _check_times(self) -> None:
        given = {"before_ms": self.before_ms, "after_ms": self.after_ms, "size_ms": self.size_ms}
        for name, value in given.items():
            if value < 0 or (value and name not in _TIMES.get(self.how, ())):
                raise self.refuse(Flaw.WRONG_ARGUMENTS, f"{name}={value} in a join {self.how.value!r}", "leave it out")
        if self.how is JoinKind.WINDOW and not self.size_ms:
            raise self.refuse(Flaw.BAD_WINDOW, "size_ms is 0", "a positive number")
        if self.how not in _IN_TIME and self.outer:
            raise self.refuse(Flaw.FINAL_NEVER_COMES, f"outer, and {self.how.value}", "a row's partner may come at any time")

    def _check_order(self) -> None:
        """What spreads the rows must be the same columns on both sides."""
        left, right = (tuple(pair[side] for pair in self.on) for side in (0, 1))
        self.require_order(self.left, left)
        self.require_order(self.right, right)
        for pair in zip(self.left.order_by or (), self.right.order_by or (), strict=False):
            if pair not in self.on:
                raise self.refuse(Flaw.ORDER_LOST, f"{pair} spread the rows and are not joined on", f"join on {pair}")

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.left, self.right)

    @property
    def is_order_sensitive(self) -> bool:
        return self.how is JoinKind.RETAINED

    @property
    def waits_for_time(self) -> bool:
        return self.outer

    @property
    def order_by(self) -> tuple[str, ...] | None:
        return tuple(left for left, _ in self.on) if self.is_order_sensitive else None

    @property
    def emission(self) -> Emission:
        return Emission.FINAL if self.outer else Emission.INSERT

    @property
    def row_identity(self) -> tuple[str, ...] | None:
        return None

    @property
    def later_side(self) -> int | None:
        """Whose rows are never earlier than their partners', 0 for left and 1 for right; None if there is no such side."""
        if self.how is not JoinKind.INTERVAL or self.outer:
            return None
        return 0 if not self.after_ms else 1 if not self.before_ms else None

    @property
    def has_event_time(self) -> bool:
        return self.later_side is not None

    @property
    def window_columns(self) -> bool:
        return False
