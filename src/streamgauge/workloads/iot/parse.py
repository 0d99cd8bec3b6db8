"""The parse task of the IoT benchmark, of SenML or CSV: text functions alone, which every paradigm runs (seed work 002)."""

from streamgauge.flow import DOUBLE, LONG, STRING, Flow, Schema, Select, Sink, Source
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.iot.feeds import FEED_PROPERTIES, FEEDS, stream
from streamgauge.workloads.iot.task import TASKS
from streamgauge.workloads.properties import Choice, Property, Values

_TEXT_IN_SENML = ("pickup_longitude", "pickup_latitude", "dropoff_longitude", "dropoff_latitude")


def _csv(place: int) -> str:
    return f"element(split(line, ','), {place})"


def _senml(name: str, *, is_text: bool) -> str:
    """What stands behind the name of a text, and before that of a number."""
    if name == "timestamp":
        return "element(split(line, ','), 1)"
    if is_text:
        return f"""element(split(element(split(line, '"n":"{name}","sv":"'), 2), '"'), 1)"""
    before = f"""split(element(split(line, '"n":"{name}"'), 1), '"v":"')"""
    return f"""element(split(element({before}, cardinality({before})), '"'), 1)"""


def _flow(values: Values, _: int) -> Flow:
    columns = {}
    for place, (name, data_type) in enumerate(FEEDS[values["stream"]].columns.items(), 1):
        text = _csv(place) if values["wire"] == "csv" else _senml(name, is_text=data_type is STRING or name in _TEXT_IN_SENML)
        is_number = data_type in (LONG, DOUBLE) and name != "timestamp"
        columns[name] = f"cast({text} as {data_type})" if is_number else text
    lines = Source(Schema.of(line=STRING), name="lines")
    return Flow("iot-parse", Sink(Select(lines, columns, name="task")))


WORKLOADS = (
    Workload(
        name="iot-parse",
        summary=f"take the fields of a record apart ({TASKS['parse']})",
        seed_work="002 IoT",
        wire="text: a line of SenML or CSV of the stream city, taxi or fit (docs/iot.md)",
        unit=RECORDS,
        properties=(
            Property("stream", "city", Choice(("city", "taxi", "fit")), "what is read: 9, 17 or 26 fields"),
            Property("wire", "senml", Choice(("senml", "csv")), "how records are written"),
            FEED_PROPERTIES[1],
        ),
        make_stream=stream,
        make_flow=_flow,
    ),
)
