"""The rows between two steps, and which of their columns are marks."""

from typing import NamedTuple

from pyspark.sql import DataFrame

from streamgauge.engines.spark.clock import now_ms
from streamgauge.flow import Flow
from streamgauge.flow.marks import INTENDED_TIME, ORIGIN

PARTITION, OFFSET, ORDINAL = "_partition", "_offset", "_ordinal"  # the parts of an origin
TIME = "_time"  # event time, as a timestamp with a watermark
ANSWER_ORIGIN = "_answer_origin"
WINDOW = "_window"  # the window a row was aggregated in
IS_END = "_is_end"  # true in the record that ends a partition of a finite input


class Marks(NamedTuple):
    """The mark columns that rows carry."""

    time: tuple[str, ...] = ()
    origin: tuple[str, ...] = ()
    event_time: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    window: tuple[str, ...] = ()
    answer_origin: tuple[str, ...] = ()  # the origin in the first topic, where another part has read that

    @classmethod
    def of(cls, flow: Flow, in_records: tuple[str, ...] = ()) -> "Marks":
        """Those that the source of `flow` must add. The end of the input matters only where rows wait for a watermark, and the
        origin where there is no state, or one that depends on order."""
        return cls(
            time=(INTENDED_TIME,),
            origin=() if flow.is_stateful and not flow.is_order_sensitive else (PARTITION, OFFSET),
            event_time=(TIME,) if flow.source.has_event_time and flow.is_stateful else (),
            end=(IS_END,) if flow.waits_for_time else (),
            answer_origin=(ANSWER_ORIGIN,) if ORIGIN in in_records and not flow.is_stateful else (),
        )

    @property
    def stamps(self) -> tuple[str, ...]:
        """The stamps so far, in flows that are traced."""
        return self.time[1:]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for columns in self for column in columns)


class Stage(NamedTuple):
    """The rows after a step."""

    rows: DataFrame
    marks: Marks

    def with_rows(self, rows: DataFrame) -> "Stage":
        return self._replace(rows=rows)

    def select(self, *columns: str) -> "Stage":
        """Other columns, the same marks."""
        return self.with_rows(self.rows.selectExpr(*columns, *self.marks.columns))

    def where(self, predicate: str) -> "Stage":
        """Some of the rows; the end of the input is never filtered out."""
        return self.with_rows(self.rows.where(f"{predicate} OR {IS_END}" if self.marks.end else predicate))

    def stamped(self, name: str) -> "Stage":
        """The same rows with the wall clock, in milliseconds, as a further time."""
        rows = self.rows.withColumn(name, now_ms(self.rows.sparkSession))
        return Stage(rows, self.marks._replace(time=(*self.marks.time, name)))

    def without_origin(self) -> "Stage":
        return self._replace(marks=self.marks._replace(origin=()))

    def next_ordinal(self) -> str:
        return f"{ORDINAL}{max(len(self.marks.origin) - 2, 0)}"

    def with_ordinal(self, ordinal: str) -> "Stage":
        return self._replace(marks=self.marks._replace(origin=(*self.marks.origin, ordinal)))
