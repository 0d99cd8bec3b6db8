"""Windows: which stretch of a stream an aggregate looks at.

Windows in event time are aligned to 1970 and hold times from their start up to, not including, their end. All lengths are in
milliseconds. A record is late when all its windows have been closed by the watermark.

Count windows know no time: they hold so many records of a key, in the order in which these come.
"""

from abc import ABC
from dataclasses import dataclass, fields
from typing import ClassVar

from streamgauge.flow.flaws import Flaw, FlowError
from streamgauge.flow.types import LONG, DataType

START, END = "window_start", "window_end"


@dataclass(frozen=True, slots=True)
class Window(ABC):
    """What all windows share."""

    kind: ClassVar[str]
    is_final_only: ClassVar[bool] = False  # rows may be written only when the window is closed
    is_in_time: ClassVar[bool] = True
    columns: ClassVar[tuple[tuple[str, DataType], ...]] = ((START, LONG), (END, LONG))
    identity: ClassVar[tuple[str, ...]] = (START,)

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) <= 0:
                raise FlowError(Flaw.BAD_WINDOW, f"{field.name} is {getattr(self, field.name)}", fix="a positive number")


@dataclass(frozen=True, slots=True)
class Tumbling(Window):
    """Windows of one size, end to end.

    >>> Tumbling(10_000).starts(25_000)
    [20000]
    """

    size_ms: int
    kind: ClassVar[str] = "tumbling"

    def starts(self, time_ms: int) -> list[int]:
        return [time_ms // self.size_ms * self.size_ms]


@dataclass(frozen=True, slots=True)
class Sliding(Window):
    """Windows of one size, a new one at every slide; a record lies in several of them.

    >>> Sliding(size_ms=10_000, slide_ms=5_000).starts(12_000)
    [5000, 10000]
    """

    size_ms: int
    slide_ms: int
    kind: ClassVar[str] = "sliding"

    def __post_init__(self) -> None:
        Window.__post_init__(self)
        if self.slide_ms > self.size_ms:
            raise FlowError(
                Flaw.BAD_WINDOW, f"slide_ms {self.slide_ms} is larger than size_ms {self.size_ms}", fix="records would be lost"
            )

    def starts(self, time_ms: int) -> list[int]:
        last = time_ms // self.slide_ms * self.slide_ms
        first = last - (self.size_ms - 1 - time_ms + last) // self.slide_ms * self.slide_ms
        return list(range(first, last + 1, self.slide_ms))


@dataclass(frozen=True, slots=True)
class Session(Window):
    """A window that grows as long as the next record of its key comes within the gap, or exactly at its end."""

    gap_ms: int
    kind: ClassVar[str] = "session"
    is_final_only: ClassVar[bool] = True
    identity: ClassVar[tuple[str, ...]] = (START, END)


@dataclass(frozen=True, slots=True)
class Same(Window):
    """The windows that the rows already carry, from a windowed aggregate before."""

    kind: ClassVar[str] = "same"
    is_final_only: ClassVar[bool] = True
    identity: ClassVar[tuple[str, ...]] = (START, END)


@dataclass(frozen=True, slots=True)
class Count(Window):
    """Window k of a key holds its records from number k * slide on, `size` of them; it is inserted when it is full.

    `window_start` and `window_end` are numbers of records, counted from 0 for each key. A window that never fills is never
    written. The newest `size` records of each key are kept for ever.
    """

    size: int
    slide: int
    kind: ClassVar[str] = "count"
    is_in_time: ClassVar[bool] = False

    def __post_init__(self) -> None:
        Window.__post_init__(self)
        if self.slide > self.size:
            raise FlowError(Flaw.BAD_WINDOW, f"slide {self.slide} is larger than size {self.size}", fix="records would be lost")


WINDOWS: dict[str, type[Window]] = {window.kind: window for window in (Tumbling, Sliding, Session, Same, Count)}
