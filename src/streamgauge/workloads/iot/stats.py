"""STATS: parse, drop outliers, and three statistics of every type of observation of each sensor or taxi (seed work 002).

Each observation passes a Bloom filter, then goes to three branches: a sliding average; a Kalman filter and the line through what
it smooths; an approximate count of different values. What they find is published by MQTT, and then written.
"""

from streamgauge.flow import Aggregate, Call, Count, Emission, Flow, Fold, Select, Sink, Step, Union
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.iot.feeds import FEED_PROPERTIES, stream
from streamgauge.workloads.iot.observations import ID, STREAM, TYPE, UNITS, VALUE, WINDOW, kinds, observations, value_of, window
from streamgauge.workloads.iot.outside import SERVICES
from streamgauge.workloads.properties import Integers, Property, Values

_KEYS = (ID, TYPE)
_IDENTITY = (ID, TYPE, "statistic", "number", "ahead")


def _flow(values: Values, _: int) -> Flow:
    expected = {"expected": values["expected"]}
    passed = Fold(observations(values), _KEYS, "bloom", {"value": UNITS}, expected, name="bloom")
    columns = {ID: ID, TYPE: TYPE, UNITS: VALUE, VALUE: value_of(kinds(values), VALUE)}
    readings = Select(passed, columns, name="readings")
    average, trend, distinct = _average(readings, window(values)), _trend(readings, values), _distinct(readings, values)
    found = Union(Union(average, trend, name="two"), distinct, name="all")
    return Flow("iot-stats", Sink(_published(found, values["services"]), identity=_IDENTITY))


def _average(readings: Step, size: int) -> Step:
    means = Aggregate(readings, _KEYS, {"mean": f"avg({VALUE})"}, Emission.INSERT, Count(size, 1), name="average")
    return _told(means, "average", "window_end - 1", "0", "mean")


def _trend(readings: Step, values: Values) -> Step:
    smooth = Fold(readings, _KEYS, "kalman", {"value": VALUE}, name="kalman")
    line = {"train": values["train"], "predict": values["predict"]}
    return _told(Fold(smooth, _KEYS, "trend", {"value": "estimate"}, line, name="trend"), "trend", "number", "ahead", "predicted")


def _distinct(readings: Step, values: Values) -> Step:
    counts = Fold(readings, _KEYS, "loglog", {"value": f"cast({UNITS} as string)"}, {"k": values["k"]}, name="distinct")
    return _told(counts, "distinct", "number", "0", "cast(estimate as double)")


def _told(rows: Step, statistic: str, number: str, ahead: str, value: str) -> Step:
    """What a branch has found, as all of them tell it."""
    columns = {ID: ID, TYPE: TYPE, "statistic": f"'{statistic}'", "number": number, "ahead": ahead, VALUE: value}
    return Select(rows, columns, name=f"tell-{statistic}")


def _published(found: Step, services: str) -> Step:
    """A message for each row: its topic says of what it is, its text tells number and value, in thousandths."""
    told = f"cast(number as string) || ',' || cast(ahead as string) || ',' || cast(cast({VALUE} * 1000.0 as long) as string)"
    arguments = {"topic": f"statistic || '/' || {TYPE} || '/' || {ID}", "payload": told}
    published = Call(found, "mqtt-publish", arguments, at=services, name="publish")
    return Select(published, {name: name for name in found.schema.names}, name="published")


WORKLOADS = (
    Workload(
        name="iot-stats",
        summary="outliers dropped; average, trend and number of different values of a sensor's or taxi's observations, published",
        seed_work="002 IoT",
        wire="json: the fields of the stream city or taxi (docs/iot.md)",
        unit=RECORDS,
        properties=(
            STREAM,
            FEED_PROPERTIES[1],
            SERVICES,
            WINDOW,
            Property("train", 10, Integers(2, 10_000), "how many smoothed observations the line goes through"),
            Property("predict", 10, Integers(1, 1_000), "how many are predicted: rows for each observation"),
            Property("k", 10, Integers(1, 16), "the count has 2^k buckets for each observation of a sensor or taxi"),
            Property("expected", 20_000_000, Integers(1, 20_000_000), "how many values the filter is made for: its memory"),
        ),
        make_stream=stream,
        make_flow=_flow,
    ),
)
