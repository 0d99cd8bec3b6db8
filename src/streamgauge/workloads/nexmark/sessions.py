"""Bids of each bidder in sessions: q11."""

from streamgauge.flow import Aggregate, Emission, Select, Session, Source, Step
from streamgauge.workloads.nexmark.durations import PRESET, Lengths
from streamgauge.workloads.nexmark.query import Query
from streamgauge.workloads.nexmark.source import bids
from streamgauge.workloads.properties import Values

_WINDOW = Lengths("window", "a session ends when so long no bid came", "10s", "10s")


def _q11(source: Source, values: Values) -> Step:
    """In Beam a bid that comes exactly when a session ends begins another; in the language it would still belong to it."""
    window = Session(_WINDOW.ms(values) - 1)
    counts = Aggregate(bids(source), ("bidder",), {"bids": "count(*)"}, Emission.FINAL, window, name="sessions")
    columns = {"bidder": "bidder", "bids": "bids", "window_start": "window_start", "window_end": "window_end + 1"}
    return Select(counts, columns, name="listed")


QUERIES = (
    Query(
        11,
        "bids of each bidder in sessions with a gap of 10 s",
        ("bidder",),
        _q11,
        (PRESET, _WINDOW.declared),
        identity=("bidder", "window_start"),
    ),
)
