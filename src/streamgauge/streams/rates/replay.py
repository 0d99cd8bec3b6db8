"""The times of recorded events once more, faster or slower."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from streamgauge.errors import RequestError
from streamgauge.streams.domains import exact_decimal
from streamgauge.streams.rates.base import RateShape, parameter
from streamgauge.streams.rates.kinds import FACTOR, NS_PER_SECOND, File, nanoseconds
from streamgauge.streams.rates.pieces import FOREVER_NS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NS_PER_MS = 1_000_000


@dataclass(frozen=True)
class Replay(RateShape):
    """Event i is due when line i of the file `times` says, `factor` times as fast; after the last line, from the first again.

    A line starts with a time in whole milliseconds; what follows a comma is ignored. The file is read when the first time
    is asked for, so that a shape can be named and described where its file is not.
    """

    name: ClassVar[str] = "replay"
    example: ClassVar[str] = "replay:times=taxi.csv,factor=1000"
    formula: ClassVar[str] = (
        "event i is due at floor((time i - time 0) / factor); after the last time all repeat, a mean gap later"
    )

    times: str = parameter(File())
    factor: float = parameter(FACTOR, default=1)

    def describe(self) -> str:
        return f"the times in {self.times}, {self.factor} times as fast"

    def intended_ns(self, start: int, count: int) -> "NDArray[np.int64]":
        import numpy as np

        rounds, lines = np.divmod(np.arange(start, start + count), len(self._due_ns))
        return rounds * self._round_ns + self._due_ns[lines]

    def events_within(self, seconds: float) -> int:
        return self._events_before(nanoseconds(seconds))

    def rate_at(self, seconds: float) -> float:
        """How many events are due in the second that began at the last whole second."""
        return self.events_within(int(seconds) + 1) - self.events_within(int(seconds))

    @property
    def peak_per_second(self) -> float:
        """The most events that are due in a second of the file; in the first, if the file lasts for no more."""
        import numpy as np

        _, counts = np.unique(self._due_ns // NS_PER_SECOND, return_counts=True)
        return max(self.events_within(1), int(counts.max()))

    def _events_before(self, elapsed_ns: int) -> int:
        rounds, rest_ns = divmod(elapsed_ns, self._round_ns)
        return rounds * len(self._due_ns) + int(self._due_ns.searchsorted(rest_ns))

    @cached_property
    def _due_ns(self) -> "NDArray[np.int64]":
        import numpy as np

        times_ms = read_times_ms(Path(self.times))
        numerator, denominator = exact_decimal(self.factor).as_integer_ratio()
        due_ns = [(time_ms - times_ms[0]) * NS_PER_MS * denominator // numerator for time_ms in times_ms]
        if due_ns[-1] >= FOREVER_NS:
            raise _refusal(f"{self.times} lasts longer than a century", self.times, "a larger factor")
        return np.array(due_ns, dtype=np.int64)

    @cached_property
    def _round_ns(self) -> int:
        """From the first event of a round to that of the next: the last event's time and a mean gap, at least 1 ns."""
        last_ns = int(self._due_ns[-1])
        return last_ns + max(1, last_ns // (len(self._due_ns) - 1))


def read_times_ms(path: Path) -> list[int]:
    """The times in a file; one that is not a number, or goes back, is refused with its line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _refusal(f"{path} cannot be read", str(error), "the path of a text file with a time in ms on every line") from None
    times_ms = [_time_ms(line, f"{path}, line {number}") for number, line in enumerate(lines, start=1)]
    for number, (before, after) in enumerate(pairwise(times_ms), start=2):
        if after < before:
            raise _refusal(f"time {after} comes after {before}", f"{path}, line {number}", "sort the file by time")
    if not times_ms or times_ms[0] == times_ms[-1]:
        raise _refusal("the times cover no time", str(path), "a file with at least two different times")
    return times_ms


def _time_ms(line: str, where: str) -> int:
    text = line.partition(",")[0].strip()
    if not (text.isascii() and text.isdigit()):
        raise _refusal(f"{text[:40]!r} is not a time", where, "start every line with a time in whole milliseconds")
    return int(text)


def _refusal(what: str, where: str, fix: str) -> RequestError:
    return RequestError(what, where=where, fix=fix)
