"""What a step's code does not say of itself, in words: one line for each step. A test asks for every line."""

from collections.abc import Callable
from dataclasses import dataclass

from streamgauge.cli.docs.step_parts import kernels_part, services_part, windows_part

NO_STATE = "none"


@dataclass(frozen=True, slots=True)
class StepNote:
    """The columns that leave a step, the state it keeps and for how long, how often it writes; and what it is made of."""

    columns: str
    state: str = NO_STATE
    emission: str = "that of the rows before"
    part: Callable[[], str] | None = None


_WINDOWED = "a row for each key, for ever; with a window in time for each key and window, until the watermark has passed its end"
_EMITTED = "`update` or `final`, as `emission` says; with a count window `insert`"
_KEPT = "rows of both sides, for as long as `how` says"

NOTES = {
    "source": StepNote("those of `schema`", emission="`insert`"),
    "select": StepNote("those named in `columns`, in that order, each with the type of its expression"),
    "filter": StepNote("those of `upstream`"),
    "explode": StepNote("those of `upstream`, then `into` with the type of the array's elements"),
    "union": StepNote("those of `left`, which are those of `right`", emission="`insert`"),
    "repartition": StepNote("those of `upstream`", emission="`insert`"),
    "lookup": StepNote("those of `upstream`, then those of `table` without its key"),
    "aggregate": StepNote("`keys`, with a window its bounds, then the `measures`", _WINDOWED, _EMITTED, windows_part),
    "join": StepNote("those of `left`, then those of `right`", _KEPT, "`insert`; with `outer` `final`"),
    "dedup": StepNote("`keys`", "all keys so far, for ever", "`insert`"),
    "fold": StepNote(
        "`keys`, `carried`, then the outputs of the kernel", "the kernel's, for each key, for ever", "`insert`", kernels_part
    ),
    "iterate": StepNote("`points` and `distance`", "the centroids", "`update`: one row in all"),
    "call": StepNote("those of `upstream`, then those of the reply", part=services_part),
    "sink": StepNote("those of `upstream`"),
}
