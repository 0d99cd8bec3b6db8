"""The rows between two steps: the view that holds them, and which of its columns are marks."""

from typing import NamedTuple

from streamgauge.engines.flink.dialect import FLINK
from streamgauge.flow import Flow, Join, JoinKind
from streamgauge.flow.marks import INTENDED_TIME

PARTITION, OFFSET, ORDINAL = "_partition", "_offset", "_ordinal"  # the parts of an origin
TIME = "_time"  # event time with a watermark
TIME_MS = "_time_ms"  # event time in milliseconds
START, END = "_window_start", "_window_end"  # the window that a row was aggregated in, as Flink knows it
KEY = "_key"  # before a number: a column by which rows replace each other


class Marks(NamedTuple):
    """The mark columns that rows carry."""

    time: tuple[str, ...] = (INTENDED_TIME,)
    origin: tuple[str, ...] = ()
    event_time: tuple[str, ...] = ()
    window: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    @classmethod
    def of(cls, flow: Flow) -> "Marks":
        """Those that the source of `flow` must add."""
        is_timed = flow.source.has_event_time and flow.is_stateful
        watermark = (TIME,) if needs_watermark(flow) else ()
        return cls(
            origin=() if flow.is_stateful else (PARTITION, OFFSET), event_time=(*watermark, TIME_MS) if is_timed else watermark
        )

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for columns in self for column in columns)


class Stage(NamedTuple):
    """The rows after a step: a query, later the name of its view."""

    sql: str
    marks: Marks
    key_types: tuple[str, ...] = ()  # of the columns `marks.keys`

    def select(self, *columns: str) -> "Stage":
        """Other columns, the same marks."""
        return self._replace(sql=f"SELECT {', '.join([*columns, *self.marks.columns])}\nFROM {self.sql}")

    def next_ordinal(self) -> str:
        return f"{ORDINAL}{max(len(self.marks.origin) - 2, 0)}"

    def with_ordinal(self, ordinal: str) -> "Stage":
        return self._replace(marks=self.marks._replace(origin=(*self.marks.origin, ordinal)))


def needs_watermark(flow: Flow) -> bool:
    """Does something in `flow` wait for a watermark, or forget by one?"""
    in_time = (JoinKind.INTERVAL, JoinKind.WINDOW)
    return flow.waits_for_time or any(isinstance(step, Join) and step.how in in_time for step in flow.steps)


def identifiers(names: tuple[str, ...]) -> list[str]:
    return [FLINK.identifier(name) for name in names]


def interval(milliseconds: int) -> str:
    """A length of time as a literal. Flink takes at most three digits of days."""
    seconds, rest = divmod(milliseconds, 1_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    return f"INTERVAL '{days} {hours:02}:{minutes:02}:{seconds:02}.{rest:03}' DAY(3) TO SECOND(3)"


def floored(time: str, step_ms: int) -> str:
    """A time in milliseconds rounded down to a multiple of the step, before 1970 too."""
    return f"({time} - MOD(MOD({time}, {step_ms}) + {step_ms}, {step_ms}))"
