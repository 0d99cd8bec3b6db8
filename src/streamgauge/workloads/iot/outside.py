"""The tasks of the IoT benchmark that call a service outside: blobs, a table, messages (seed work 002)."""

from collections.abc import Callable

from streamgauge.flow import DOUBLE, STRING, Call, Flow, Schema, Select, Sink, Step, Table
from streamgauge.streams.iot import City, Taxi
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.iot.feeds import FEED_PROPERTIES, WIRE, feed, stream
from streamgauge.workloads.iot.task import TASKS
from streamgauge.workloads.properties import Choice, Integers, Property, Values

SERVICES = Property(
    "services",
    "embedded",
    Choice(("embedded", "real")),
    "who is called: files, DuckDB and records in place; or Azure Storage and an MQTT broker, yours or ours (docs/iot.md)",
)
_NUMBER = "number"
_ENDED, _LONGITUDE = 3, 8  # places of the drop-off in a record of TAXI


def _asked(values: Values, *columns: str, **arguments: str) -> Step:
    """The key of a record, its observation as a whole number, and what the service is given."""
    read = feed(values)
    source = read.source(*dict.fromkeys((*columns, read.whole.column)))
    known = {"record_key": read.key, _NUMBER: f"abs({read.whole.expression})"}
    return Select(source, known | arguments, name="asked")


def _download(values: Values, seed: int) -> Step:
    """Files of CITY records as CSV; of what came, the length and a part which differs from record to record."""
    lines, city = values["lines"], City(seed, wire="csv")
    texts = [b"\n".join(city.records(number * lines, lines)).decode() for number in range(values["files"])]
    files = Table(Schema.of(file=STRING, content=STRING), tuple((f"city-{n}.csv", text) for n, text in enumerate(texts)))
    number = f"abs({feed(values).whole.expression}) % {values['files']}"
    asked = _asked(values, name=f"'city-' || cast({number} as string) || '.csv'")
    got = Call(asked, "blob-download", {"name": "name"}, files, values["services"], name="task")
    part = f"substring(content, {_NUMBER} % {min(map(len, texts))} + 1, 16)"
    return Select(got, {"record_key": "record_key", "file": "name", "size": "length(content)", "part": part}, name="got")


def _upload(values: Values, _: int) -> Step:
    """A blob for each record: what it says, and so many signs that stand for a file."""
    read = feed(values)
    told_by = read.whole.column if values["stream"] == "integers" else "timestamp"
    name = f"{read.key} || '-' || cast({told_by} as string)"
    content = f"{read.key} || ',' || cast({read.whole.expression} as string) || ',{'x' * values['size']}'"
    asked = _asked(values, told_by, name=name, content=content)
    done = Call(asked, "blob-upload", {"name": "name", "content": "content"}, at=values["services"], name="task")
    return Select(done, {"blob": "name", "uploaded": "uploaded"}, name="done")


def _query(values: Values, seed: int) -> Step:
    """Trips of TAXI by number."""
    taken = [record.decode().split(",") for record in Taxi(seed, wire="csv").records(0, values["rows"])]
    rows = tuple((str(number), fields[_ENDED], float(fields[_LONGITUDE])) for number, fields in enumerate(taken))
    trips = Table(Schema.of(trip=STRING, dropoff_datetime=STRING, dropoff_longitude=DOUBLE), rows)
    number = f"abs({feed(values).whole.expression}) % {values['rows']}"
    asked = _asked(values, trip=f"cast({number} as string)")
    return Call(asked, "table-query", {"key": "trip"}, trips, values["services"], name="task")


def _publish(values: Values, _: int) -> Step:
    read = feed(values)
    payload = f"""'{{"key":"' || {read.key} || '","value":' || cast({read.whole.expression} as string) || '}}'"""
    asked = _asked(values, topic=f"'observations/' || {read.key}", payload=payload)
    arguments = {"topic": "topic", "payload": "payload"}
    return Call(asked, "mqtt-publish", arguments, at=values["services"], name="task")


def _workload(task: str, summary: str, steps: Callable[[Values, int], Step], *properties: Property) -> Workload:
    name = f"iot-{task}"
    return Workload(
        name=name,
        summary=f"{summary} ({TASKS[task]})",
        seed_work="002 IoT",
        wire=WIRE,
        unit=RECORDS,
        properties=(*FEED_PROPERTIES, SERVICES, *properties),
        make_stream=stream,
        make_flow=lambda values, seed: Flow(name, Sink(steps(values, seed))),
    )


WORKLOADS = (
    _workload(
        "blob-download",
        "fetch a file from blob storage for each record",
        _download,
        Property("files", 8, Integers(1, 1_000), "how many files there are"),
        Property("lines", 50, Integers(1, 10_000), "of a file: its size, 96 bytes each"),
    ),
    _workload(
        "blob-upload",
        "put each record as a file into blob storage",
        _upload,
        Property("size", 1_000, Integers(0, 100_000), "bytes of a file, beside what the record says"),
    ),
    _workload(
        "table-query",
        "ask a table for a row by its key, for each record",
        _query,
        Property("rows", 1_000, Integers(1, 100_000), "how many rows the table has"),
    ),
    _workload("mqtt-publish", "publish each observation as a message on a topic of its sensor or taxi", _publish),
)
