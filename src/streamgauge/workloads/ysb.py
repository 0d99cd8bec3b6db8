"""The Yahoo Streaming Benchmark: how often was each campaign seen in each ten seconds? (seed works 001 and 003)

Six operations: receive, parse, filter, join, window count, store. The source receives and parses, the sink stores.
"""

from streamgauge.flow import (
    STRING,
    Aggregate,
    Emission,
    Filter,
    Flow,
    Lookup,
    Miss,
    Schema,
    Select,
    Sink,
    Source,
    Table,
    Tumbling,
    WireFormat,
)
from streamgauge.streams.ysb import Ysb
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.properties import Choice, Integers, Numbers, Property, Values

MARGIN_MS = 1_000  # by how much the records of one partition may run ahead of another's

_COLUMNS = ("user_id", "page_id", "ad_id", "ad_type", "event_type", "event_time", "ip_address")

_PROPERTIES = (
    Property("campaigns", 100, Integers(1, 10_000), "number of campaigns: keys of the count"),
    Property(
        "ads_per_campaign", 10, Integers(1, 1_000), "advertisements of each; times campaigns, the rows of the table joined with"
    ),
    Property("window_ms", 10_000, Integers(1, 86_400_000), "length of the windows, in event time"),
    Property(
        "emission", "update", Choice(("update", "final")), "write each change of a count, or each count once its window is over"
    ),
    Property("events_per_second", 1_000, Integers(1, 1_000_000_000), "of event time: how many events a window holds"),
    Property("skew_ms", 0, Integers(0, 60_000), "how far events are out of order"),
    Property("late_share", 0, Numbers(0, 1), "share of events that are late by up to a minute"),
    Property(
        "unknown_share", 0, Numbers(0, 1), "share of events whose advertisement is in no campaign: they count as UNKNOWN AD"
    ),
)


def _stream(values: Values, seed: int) -> Ysb:
    names = ("campaigns", "ads_per_campaign", "events_per_second", "skew_ms", "late_share", "unknown_share")
    return Ysb(seed=seed, **{name: values[name] for name in names})


def _flow(values: Values, seed: int) -> Flow:
    stream = _stream(values, seed)
    delay_ms = MARGIN_MS + 2 * stream.skew_ms + (stream.late_ms if stream.late_share else 0)
    events = Source(
        Schema(tuple((name, STRING) for name in _COLUMNS)),
        WireFormat.JSON,
        event_time="cast(event_time as long)",
        watermark_delay_ms=delay_ms,
        name="events",
    )
    views = Select(Filter(events, "event_type = 'view'", name="views"), {"ad_id": "ad_id"}, name="ads")
    table = Table(Schema.of(ad=STRING, campaign=STRING), tuple(stream.campaign_table()))
    joined = Lookup(views, on="ad_id", table=table, miss=Miss.DEFAULT, default={"campaign": "UNKNOWN AD"}, name="campaigns")
    counts = Aggregate(
        joined, ("campaign",), {"count": "count(*)"}, Emission(values["emission"]), Tumbling(values["window_ms"]), name="counts"
    )
    return Flow("ysb", Sink(counts))


WORKLOADS = (
    Workload(
        name="ysb",
        summary="count the views of each campaign's advertisements in windows of ten seconds",
        seed_work="001 DO, 003 Strymon",
        wire="json: user_id, page_id, ad_id, ad_type, event_type, event_time (ms, as text), ip_address",
        unit=RECORDS,
        properties=_PROPERTIES,
        make_stream=_stream,
        make_flow=_flow,
    ),
)
