"""Windows as SQL: for each window its rows, with its bounds beside the columns of the flow."""

from functools import singledispatch

from streamgauge.engines.oracle.dialect import DUCKDB
from streamgauge.engines.oracle.time import TIME, floored
from streamgauge.flow import Aggregate, Count, Same, Session, Sliding, Tumbling, Window, windows
from streamgauge.flow.marks import EVENT

# Not named as in the flow: a row may already have the bounds of an earlier window.
START, END = "_window_start", "_window_end"
BOUNDS = {windows.START: START, windows.END: END}


def grouped_by(step: Aggregate) -> dict[str, str]:
    """The columns by which the rows of an aggregate are grouped, by the names that the flow has for them."""
    return {key: DUCKDB.identifier(key) for key in step.keys} | (BOUNDS if step.window else {})


def rows_to_group(step: Aggregate, relation: str) -> str:
    """The rows of `relation`, each once for every window of the aggregate that it lies in."""
    if step.window is None:
        return relation
    return f"({windowed(step.window, relation, ', '.join(DUCKDB.identifier(key) for key in step.keys))})"


@singledispatch
def windowed(window: Window, relation: str, keys: str) -> str:  # noqa: ARG001 - the registered functions read them
    """The rows of `relation`, each once for every window it lies in; `keys` is the list of the key columns."""
    raise TypeError(f"window {window.kind} has no lowering to DuckDB")


@windowed.register
def tumbling(window: Tumbling, relation: str, _: str) -> str:
    return f"SELECT *, {floored(TIME, window.size_ms)} AS {START}, {START} + {window.size_ms} AS {END} FROM {relation}"


@windowed.register
def sliding(window: Sliding, relation: str, _: str) -> str:
    last, size, slide = "_last", window.size_ms, window.slide_ms
    first = f"{last} - ({size - 1} - ({TIME} - {last})) // {slide} * {slide}"
    starts = f"unnest(range({first}, {last} + 1, {slide}))"
    last_starts = f"SELECT *, {floored(TIME, slide)} AS {last} FROM {relation}"
    return f"SELECT *, {START} + {size} AS {END} FROM (SELECT * EXCLUDE ({last}), {starts} AS {START} FROM ({last_starts}))"


@windowed.register
def session(window: Session, relation: str, keys: str) -> str:
    """Gaps and islands: a row further than the gap behind the one before it begins a session."""
    by_keys = f"PARTITION BY {keys}" if keys else ""
    in_order = f"({by_keys} ORDER BY {TIME})"
    within = f"(PARTITION BY {', '.join(filter(None, (keys, '_session')))})"
    begins = f"SELECT *, {TIME} - lag({TIME}) OVER {in_order} > {window.gap_ms} AS _begins FROM {relation}"
    numbered = f"SELECT * EXCLUDE (_begins), count(*) FILTER (WHERE _begins) OVER {in_order} AS _session\n  FROM ({begins})"
    bounds = f"min({TIME}) OVER {within} AS {START}, max({TIME}) OVER {within} + {window.gap_ms} AS {END}"
    return f"SELECT * EXCLUDE (_session), {bounds}\n  FROM ({numbered})"


@windowed.register
def same(_: Same, relation: str, __: str) -> str:
    return f"SELECT *, {windows.START} AS {START}, {windows.END} AS {END} FROM {relation}"


@windowed.register
def count(window: Count, relation: str, keys: str) -> str:
    """Row number r lies in the windows that start at a multiple of the slide, after r - size and not after r; if they fill."""
    size, slide = window.size, window.slide
    in_order = f"OVER (PARTITION BY {keys} ORDER BY {EVENT})"
    numbered = f"SELECT *, row_number() {in_order} - 1 AS _number, count(*) OVER (PARTITION BY {keys}) AS _rows FROM {relation}"
    first = f"greatest(0, (_number - {size} + {slide}) // {slide} * {slide})"
    starts = f"unnest(range({first}, _number + 1, {slide}))"
    placed = f"SELECT * EXCLUDE (_number), {starts} AS {START} FROM ({numbered})"
    return f"SELECT * EXCLUDE (_rows), {START} + {size} AS {END} FROM ({placed}) WHERE {START} + {size} <= _rows"
