"""A log of all events in files: q10. Each event says which file it belongs to, by a window of its time and by a shard."""

from streamgauge.flow import Select, Source, Step
from streamgauge.workloads.nexmark.durations import PRESET, Lengths
from streamgauge.workloads.nexmark.numbers import floored
from streamgauge.workloads.nexmark.query import Query
from streamgauge.workloads.nexmark.source import FIELDS
from streamgauge.workloads.properties import Integers, Property, Values

_WINDOW = Lengths("window", "a file holds events of so long a time", "10s", "10s")
_SHARDS = Property(
    "shards", 5, Integers(1, 1_000), "so many files for each window, by the id of a person or auction, or by bidder"
)


def _q10(source: Source, values: Values) -> Step:
    window_ms, shards = _WINDOW.ms(values), values["shards"]
    number = "coalesce(id, bidder, 0)"
    file = {"window_start": floored("dateTime", window_ms), "shard": f"({number} % {shards} + {shards}) % {shards}"}
    return Select(source, file | {name: name for name in FIELDS.names}, name="logged")


QUERIES = (
    Query(
        10,
        "a log of all events, in files by time and shard",
        FIELDS.names,
        _q10,
        (PRESET, _WINDOW.declared, _SHARDS),
        folders=("window_start", "shard"),
    ),
)
