"""What can be wrong with a flow: a closed list, each case with its reason."""

from enum import Enum

from streamgauge.errors import RequestError
from streamgauge.names import nearest

__all__ = ["Flaw", "FlowError", "nearest"]


class Flaw(Enum):
    """One way in which a flow can be ill-formed."""

    NOT_SQL = "the expression cannot be read"
    UNKNOWN_COLUMN = "there is no such column"
    UNKNOWN_FUNCTION = "there is no such function"
    UNKNOWN_TYPE = "there is no such type"
    WRONG_ARGUMENTS = "the arguments do not fit"
    NOT_IN_LANGUAGE = "the language has no such construct"
    PREDICATE_NOT_BOOLEAN = "a predicate must be BOOLEAN"
    NOT_AN_ARRAY = "only an array can be exploded"
    NOT_AN_AGGREGATE = "a measure must be one aggregate function"
    KEY_NOT_COMPARABLE = "a key must be a scalar of type BOOLEAN, LONG or STRING"
    BAD_NAME = "a name must start with a letter and hold only letters, digits and underscores"
    DUPLICATE_NAME = "the name is taken"
    NO_COLUMNS = "a step needs at least one column"
    BAD_WINDOW = "there is no such window"
    NO_EVENT_TIME = "a window in event time needs a source that says where its event time is"
    NO_WINDOW_BEFORE = "the rows carry no window"
    NEEDS_INSERT = "rows of a count window are inserted, and no others are"
    NEEDS_FINAL = "these rows can be written only when they are final"
    SCHEMAS_DIFFER = "the two inputs have different columns"
    NOT_INSERTS = "this step needs rows that are written once"
    BAD_TABLE = "the table does not fit"
    SEVERAL_SOURCES = "a flow reads one topic"
    FINAL_NEVER_COMES = "an aggregate without a window has no final value"
    STATE_AFTER_UPDATES = "a stateful step needs an insert stream, and this one updates rows it has written"
    ORDER_LOST = "this step needs the rows of a key in order, and they may come in any"
    UNKNOWN_KERNEL = "there is no such kernel"
    UNKNOWN_SERVICE = "there is no such service"
    IDENTITY_NOT_KEYS = "rows of an updating step are identified by its keys"
    IDENTITY_LOST = "a column that identifies the rows of the updating step before is gone"
    UPDATES_FILTERED = "filtering or exploding rows that are updated later would leave stale rows behind"
    BAD_JSON = "this is not the JSON form of a flow"
    UNKNOWN_STEP = "there is no such step"
    UNKNOWN_KIND = "there is no such kind of step"
    CYCLE = "the steps form a cycle"
    UNUSED_STEP = "the step does not lead to the sink"


class FlowError(RequestError):
    """A flow that is refused: which step, which flaw, and the nearest right name."""

    def __init__(self, flaw: Flaw, detail: str, *, step: str = "", fix: str = "") -> None:
        super().__init__(
            f"{flaw.value}: {detail}",
            where=step or "an expression",
            fix=fix or "see docs/language.md",
        )
        self.flaw = flaw
        self.detail = detail

    def at(self, step: str) -> "FlowError":
        """The same error, told of a step."""
        return FlowError(self.flaw, self.detail, step=step, fix=self.fix)
