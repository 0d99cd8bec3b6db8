"""Bids of each bidder in windows of processing time: q12.

The clock is the sender's, who stamps each record as it comes: an engine's own clock would give another answer in each run.
Records without a stamp are taken to come when they happen.
"""

from dataclasses import replace

from streamgauge.flow import LONG, Aggregate, Schema, Select, Source, Step, Tumbling
from streamgauge.workloads.nexmark.durations import PRESET, Lengths
from streamgauge.workloads.nexmark.query import Query
from streamgauge.workloads.nexmark.source import ARRIVAL, bids
from streamgauge.workloads.properties import Values

_WINDOW = Lengths("window", "length of the windows", "10s", "10s")


def _q12(source: Source, values: Values) -> Step:
    stamped = replace(
        source,
        schema=Schema((*source.schema.columns, (ARRIVAL, LONG))),
        optional=(*source.optional, ARRIVAL),
        event_time=f"coalesce({ARRIVAL}, dateTime)",
    )
    counts = Aggregate(bids(stamped), ("bidder",), {"bids": "count(*)"}, window=Tumbling(_WINDOW.ms(values)), name="counts")
    return Select(counts, {name: name for name in ("bidder", "bids", "window_start", "window_end")}, name="listed")


QUERIES = (
    Query(
        12,
        "bids of each bidder in each 10 s of the clock by which they come",
        ("bidder",),
        _q12,
        (PRESET, _WINDOW.declared),
        arrival_rate=1_000,
    ),
)
