"""The streams of the IoT benchmark as a task sees them: which columns there are, and which it reads unless told otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass

from streamgauge.flow import DOUBLE, LONG, STRING, Schema, Source, WireFormat
from streamgauge.flow.types import DataType
from streamgauge.streams.base import Stream
from streamgauge.streams.iot import City, Fit, Integers, Taxi
from streamgauge.streams.iot.fit import CHANNELS
from streamgauge.streams.iot.taxi import TAXIS
from streamgauge.workloads.properties import Choice, Property, Values
from streamgauge.workloads.properties import Integers as Whole

WIRE = "json: the fields of the stream city, taxi, fit or integers (docs/iot.md)"

FEED_PROPERTIES = (
    Property("stream", "city", Choice(("city", "taxi", "fit", "integers")), "what is read; integers compare with the seed work"),
    Property("taxis", TAXIS, Whole(1, 1_000_000), "of the stream taxi: number of keys"),
    Property("keys", 100, Whole(1, 1_000_000_000), "of the stream integers: number of keys"),
)


@dataclass(frozen=True, slots=True)
class Observation:
    """What a task on one observation reads: a column, and an expression of it."""

    column: str
    expression: str


@dataclass(frozen=True, slots=True)
class Feed:
    """The columns of a stream, the key of its records, and one observation of them as a number and one as a whole number."""

    columns: Mapping[str, DataType]
    key: str
    number: Observation
    whole: Observation

    def source(self, *columns: str, in_order: bool = False) -> Source:
        """The key and `columns` of each record; a record that lacks one of them is broken, whatever else it lacks."""
        schema = Schema(tuple((name, self.columns[name]) for name in (self.key, *columns)))
        return Source(schema, WireFormat.JSON, partition_by=(self.key,) if in_order else (), name="observations")


FEEDS = {
    "city": Feed(
        {
            "timestamp": LONG,
            "source": STRING,
            "longitude": DOUBLE,
            "latitude": DOUBLE,
            "temperature": DOUBLE,
            "humidity": DOUBLE,
            "light": LONG,
            "dust": DOUBLE,
            "airquality_raw": LONG,
        },
        key="source",
        number=Observation("temperature", "temperature"),
        whole=Observation("airquality_raw", "airquality_raw"),
    ),
    "taxi": Feed(
        {
            "taxi_identifier": STRING,
            "hack_license": STRING,
            "pickup_datetime": STRING,
            "timestamp": LONG,
            "trip_time_in_secs": LONG,
            "trip_distance": DOUBLE,
            "pickup_longitude": DOUBLE,
            "pickup_latitude": DOUBLE,
            "dropoff_longitude": DOUBLE,
            "dropoff_latitude": DOUBLE,
            "payment_type": STRING,
            "fare_amount": DOUBLE,
            "surcharge": DOUBLE,
            "mta_tax": DOUBLE,
            "tip_amount": DOUBLE,
            "tolls_amount": DOUBLE,
            "total_amount": DOUBLE,
        },
        key="taxi_identifier",
        number=Observation("fare_amount", "fare_amount"),
        whole=Observation("fare_amount", "cast(fare_amount * 2 as long)"),
    ),
    "fit": Feed(
        {"subjectId": STRING, "timestamp": LONG} | dict.fromkeys(CHANNELS, DOUBLE) | {"label": LONG},
        key="subjectId",
        number=Observation("acc_chest_x", "acc_chest_x"),
        whole=Observation("ecg_lead_1", "cast(ecg_lead_1 * 100000 as long)"),
    ),
    "integers": Feed(
        {"key": STRING, "value": LONG},
        key="key",
        number=Observation("value", "cast(value as double)"),
        whole=Observation("value", "value"),
    ),
}


def feed(values: Values) -> Feed:
    return FEEDS[values["stream"]]


def stream(values: Values, seed: int) -> Stream:
    wire = values.get("wire", "json")
    match values["stream"]:
        case "taxi":
            return Taxi(seed, wire=wire, taxis=values["taxis"])
        case "fit":
            return Fit(seed, wire=wire)
        case "integers":
            return Integers(seed, values["keys"])
    return City(seed, wire=wire)
