"""The source that the small and the deep flows share, and the properties of its stream."""

from streamgauge.flow import DOUBLE, LONG, STRING, Schema, Source, WireFormat
from streamgauge.streams.readings import Readings
from streamgauge.workloads.margin import margin_ms
from streamgauge.workloads.properties import Integers, Property, Values

WIRE = "json: key, value (0 to 999), x (value / 8), at (ms)"

READINGS_PROPERTIES = (
    Property("keys", 100, Integers(1, 1_000_000_000), "number of different keys"),
    Property("events_per_second", 1_000, Integers(1, 1_000_000_000), "of event time: how many records a window holds"),
    Property("disorder_ms", 0, Integers(0, 60_000), "how far records are out of order; the watermark waits as long"),
)


def readings(values: Values, seed: int) -> Readings:
    return Readings(seed, values["keys"], values["events_per_second"], values["disorder_ms"])


def readings_source(values: Values, *partition_by: str) -> Source:
    schema = Schema.of(key=STRING, value=LONG, x=DOUBLE, at=LONG)
    delay_ms = margin_ms(values["events_per_second"]) + values["disorder_ms"]
    return Source(
        schema, WireFormat.JSON, event_time="at", watermark_delay_ms=delay_ms, partition_by=partition_by, name="readings"
    )
