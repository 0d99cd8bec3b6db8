"""The Yahoo Streaming Benchmark: how often was each campaign seen in each ten seconds? (seed works 001 and 003)

Its six operations are six steps. Seed work 001 counts receiving and parsing as two, which the source does in one, and does not
count the projection. `join_work` makes the join heavy, as a join with a service or a large table would be: before an
advertisement is joined, it is looked for in a text in which it is not. The answer stays as it is.
"""

from collections.abc import Mapping

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
from streamgauge.flow.answer import Identity
from streamgauge.streams.ysb import BASE_MS, Ysb
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.margin import margin_ms
from streamgauge.workloads.own_latency import OwnLatency, OwnSample, Timetable
from streamgauge.workloads.properties import Choice, Integers, Numbers, Property, Values

OPERATIONS = {
    "events": "deserialise (receive, parse)",
    "views": "filter",
    "ads": "project",
    "campaigns": "join",
    "counts": "window count",
    "sink": "store",
}

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
    Property(
        "join_work",
        0,
        Integers(0, 1_000),
        "CPU work of the join: thousand characters that are searched for each advertisement, about a microsecond each",
    ),
)


def _stream(values: Values, seed: int) -> Ysb:
    names = ("campaigns", "ads_per_campaign", "events_per_second", "skew_ms", "late_share", "unknown_share")
    return Ysb(seed=seed, **{name: values[name] for name in names})


def _flow(values: Values, seed: int) -> Flow:
    stream = _stream(values, seed)
    delay_ms = margin_ms(stream.events_per_second) + 2 * stream.skew_ms + (stream.late_ms if stream.late_share else 0)
    events = Source(
        Schema(tuple((name, STRING) for name in _COLUMNS)),
        WireFormat.JSON,
        event_time="cast(event_time as long)",
        watermark_delay_ms=delay_ms,
        name="events",
    )
    views = Select(Filter(events, "event_type = 'view'", name="views"), {"ad_id": "ad_id"}, name="ads")
    table = Table(Schema.of(ad=STRING, campaign=STRING), tuple(stream.campaign_table()))
    keys = Select(views, {"ad_id": _searched("ad_id", values["join_work"])}, name="searched") if values["join_work"] else views
    joined = Lookup(keys, on="ad_id", table=table, miss=Miss.DEFAULT, default={"campaign": "UNKNOWN AD"}, name="campaigns")
    counts = Aggregate(
        joined, ("campaign",), {"count": "count(*)"}, Emission(values["emission"]), Tumbling(values["window_ms"]), name="counts"
    )
    return Flow("ysb", Sink(counts))


def _searched(column: str, thousands: int) -> str:
    """The column as it is, after it was looked for in a text of so many thousand characters that no advertisement has."""
    text = f"'{'x' * thousands}'"
    for shorter, longer in (("x", "y"), ("y", "z"), ("z", "-")):
        text = f"replace({text}, '{shorter}', '{longer * 10}')"
    return f"case when contains({text}, {column}) then '' else {column} end"


def _since_window_end(values: Values, last_append_ms: Mapping[Identity, int], timetable: Timetable) -> list[OwnSample]:
    """For each campaign in each window that lies whole in the measured part: from the window's end to the last update."""
    samples = []
    for (_, window_start), append_ms in last_append_ms.items():
        window = range(_first_event_from(values, window_start), _first_event_from(values, window_start + values["window_ms"]))
        if timetable.holds(window):
            samples.append(OwnSample(timetable.due_ms(window.stop), append_ms))
    return samples


def _first_event_from(values: Values, time_ms: int) -> int:
    """The number of the first event that happens at `time_ms` or later, skew and lateness aside."""
    rate: int = values["events_per_second"]
    return -((BASE_MS - time_ms) * rate // 1_000)


YSB_LATENCY = OwnLatency(
    "YSB latency",
    "(time of the last update of a campaign's count in a window - start of the window) - length of the window, as the published "
    "benchmark has it. An update is timed by Kafka when it is appended; there, by a thread that stores all updates once a "
    "second. Event time begins in 2015 and is no wall clock: a window ends when the first event after it was due, which by the "
    "wall clock is its start + its length where --rate equals events_per_second. Only windows that lie whole in the measured "
    "part count. It is negative where the last view of a campaign came, and was counted, before the end of the window",
    _since_window_end,
)

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
        own_latency=YSB_LATENCY,
        operations=OPERATIONS,
    ),
)
