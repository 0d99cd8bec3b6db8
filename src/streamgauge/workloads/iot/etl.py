"""ETL: clean the observations of a record, put them together again, annotate and write them (the successor of seed work 002).

Outliers, by range and by a Bloom filter, become null; what is null becomes the mean of the last values of its sensor or taxi.
When all observations of a record are back together it is annotated from a table, inserted into another, published by MQTT, and
then written.
"""

from streamgauge.flow import STRING, Aggregate, Call, Filter, Flow, Fold, Lookup, Miss, Schema, Select, Sink, Step, Table
from streamgauge.streams.iot import City, Taxi
from streamgauge.streams.iot.taxi import TAXIS
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.iot.feeds import stream
from streamgauge.workloads.iot.observations import (
    ID,
    STREAM,
    TIME,
    TYPE,
    UNITS,
    VALUE,
    Kind,
    by_type,
    kinds,
    observations,
    units_of,
    value_of,
)
from streamgauge.workloads.iot.outside import SERVICES
from streamgauge.workloads.properties import Integers, Property, Values

_KEYS = (ID, TYPE)
_INSERTED = 100  # rows in one transaction, as published
_LAST, _AS_PUBLISHED = {"city": 5, "taxi": 0}, -1


def _flow(values: Values, seed: int) -> Flow:
    ours = kinds(values)
    whole = _together(_cleaned(observations(values), values), ours)
    annotated = Lookup(whole, on=ID, table=_notes(values, seed), miss=Miss.NULL, name="annotate")
    columns = {ID: ID, TIME: TIME, "place": "place", "senml": _senml(ours)}
    return Flow("iot-etl", Sink(_told(Select(annotated, columns, name="senml"), values["services"])))


def _told(records: Step, services: str) -> Step:
    """A row and a message for each record that is whole: the row by sensor or taxi and time, the message on a topic of it."""
    row = {"key": f"{ID} || '-' || cast({TIME} as string)", "row": "coalesce(place, '') || ',' || senml"}
    inserted = Call(records, "table-insert", row, at=services, batch=_INSERTED, name="insert")
    message = {"topic": f"'clean/' || {ID}", "payload": "senml"}
    published = Call(inserted, "mqtt-publish", message, at=services, name="publish")
    return Select(published, {name: name for name in records.schema.names}, name="told")


def _cleaned(parsed: Step, values: Values) -> Step:
    """Two filters that leave gaps, and what fills them."""
    ours = kinds(values)
    in_range = by_type((each.name, _in_range(each)) for each in ours)
    near = Select(parsed, {ID: ID, TIME: TIME, TYPE: TYPE, UNITS: in_range}, name="range")
    bloom = {"expected": values["expected"], "keep": 1}
    known = Fold(near, _KEYS, "bloom", {"value": UNITS}, bloom, carried=(TIME,), name="bloom")
    gaps = Select(known, {ID: ID, TIME: TIME, TYPE: TYPE, VALUE: value_of(ours, VALUE)}, name="gaps")
    filled = _filled(gaps, _LAST[values[STREAM.name]] if values["last"] == _AS_PUBLISHED else values["last"])
    columns = {ID: ID, TIME: TIME, TYPE: TYPE, UNITS: f"coalesce({units_of(ours)}, 0)"}
    return Select(filled, columns, name="filled")


def _filled(gaps: Step, last: int) -> Step:
    if not last:
        return gaps
    return Fold(gaps, _KEYS, "interpolate", {"value": VALUE}, {"window": last}, carried=(TIME,), name="interpolate")


def _together(filled: Step, ours: tuple[Kind, ...]) -> Step:
    """A record again, once all its observations are there."""
    measures = {each.name: f"max(case when {TYPE} = '{each.name}' then {UNITS} end)" for each in ours}
    records = Aggregate(filled, (ID, TIME), measures, name="join")
    return Filter(records, " and ".join(f"{each.name} is not null" for each in ours), name="whole")


def _in_range(kind: Kind) -> str:
    if kind.low is None or kind.high is None:
        return UNITS
    low, high = (round(bound * 10**kind.places) for bound in (kind.low, kind.high))
    return f"case when {UNITS} between {low} and {high} then {UNITS} end"


def _senml(ours: tuple[Kind, ...]) -> str:
    entries = " || ',' || ".join(f"""'{{"n":"{each.name}","v":"' || {_decimal(each)} || '"}}'""" for each in ours)
    return f"""'{{"bt":' || cast({TIME} as string) || ',"e":[' || {entries} || ']}}'"""


def _decimal(kind: Kind) -> str:
    """Units as decimal text: -805 with two places is -8.05."""
    if not kind.places:
        return f"cast({kind.name} as string)"
    one = 10**kind.places
    whole = f"cast(cast(abs({kind.name}) / {one} as long) as string)"
    rest = f"substring(cast({one} + abs({kind.name}) % {one} as string), 2, {kind.places})"
    return f"case when {kind.name} < 0 then '-' else '' end || {whole} || '.' || {rest}"


def _notes(values: Values, seed: int) -> Table:
    """What is known of each sensor or taxi: the city, or a company."""
    source = stream(values, seed)
    notes = source.sensor_table() if isinstance(source, City) else source.company_table() if isinstance(source, Taxi) else ()
    return Table(Schema.of(sensor=STRING, place=STRING), tuple(notes))


WORKLOADS = (
    Workload(
        name="iot-etl",
        summary="observations cleaned of outliers, gaps filled, records put together again, annotated, stored, published",
        seed_work="002 IoT, its successor",
        wire="json: the fields of the stream city or taxi (docs/iot.md)",
        unit=RECORDS,
        properties=(
            STREAM,
            SERVICES,
            Property("taxis", TAXIS, Integers(1, 1_000_000), "of the stream taxi: number of keys, and rows of the table"),
            Property(
                "last",
                _AS_PUBLISHED,
                Integers(_AS_PUBLISHED, 10_000),
                "of how many values the mean fills a gap; 0: a gap becomes 0; -1: as published, 5 of city and 0 of taxi",
            ),
            Property("expected", 20_000_000, Integers(1, 20_000_000), "how many values the filter is made for: its memory"),
        ),
        make_stream=stream,
        make_flow=_flow,
    ),
)
