"""Rows in windows: by Flink's window functions where they wait for the end of a window, by arithmetic where they do not."""

from streamgauge.engines.flink.stage import END, START, TIME, TIME_MS, floored, identifiers, interval
from streamgauge.flow import Session, Sliding, Tumbling, Window


def in_windows(window: Window, relation: str, keys: tuple[str, ...]) -> str:
    """The rows of `relation`, each once for every window it lies in, with what Flink knows of that."""
    match window:
        case Tumbling(size_ms):
            return f"TABLE(TUMBLE(TABLE {relation}, DESCRIPTOR({TIME}), {interval(size_ms)}))"
        case Sliding(size_ms, slide_ms):
            return f"TABLE(HOP(TABLE {relation}, DESCRIPTOR({TIME}), {interval(slide_ms)}, {interval(size_ms)}))"
        case Session(gap_ms):
            by = f" PARTITION BY ({', '.join(identifiers(keys))})" if keys else ""
            return f"TABLE(SESSION(TABLE {relation}{by}, DESCRIPTOR({TIME}), {interval(gap_ms)}))"
    raise TypeError(f"window {window.kind} has no lowering to Flink")


def with_starts(window: Window, relation: str) -> str:
    """The rows of `relation`, each once for every window it lies in; a column tells the window's start in milliseconds."""
    match window:
        case Tumbling(size_ms):
            return f"(SELECT *, {floored(TIME_MS, size_ms)} AS {START} FROM {relation})"
        case Sliding(size_ms, slide_ms):
            last = floored(TIME_MS, slide_ms)
            starts = ", ".join(f"{last} - {back}" for back in range(0, size_ms, slide_ms))
            placed = f"SELECT * FROM {relation} CROSS JOIN UNNEST(ARRAY[{starts}]) AS w({START})"
            return f"({placed} WHERE {START} > {TIME_MS} - {size_ms})"
    raise TypeError(f"window {window.kind} has no lowering to Flink without waiting")


def size_of(window: Window) -> int:
    match window:
        case Tumbling(size_ms) | Sliding(size_ms):
            return size_ms
    raise TypeError(f"window {window.kind} has no size in time")


WINDOW_COLUMNS = (f"window_start AS {START}", f"window_end AS {END}")
