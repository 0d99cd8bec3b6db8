"""The observations of a record of CITY or TAXI, one a row: what the applications begin with.

An observation is a whole number of its last decimal place, `units`, so that filters and texts are exact; `value` is the number
that it stands for.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from streamgauge.flow import Explode, Select, Step
from streamgauge.workloads.iot.feeds import FEEDS
from streamgauge.workloads.properties import Choice, Integers, Property, Values

ID, TIME, TYPE, UNITS, VALUE = "id", "timestamp", "type", "units", "value"


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of observation: its decimal places, and the published range of what is no outlier."""

    name: str
    places: int
    low: float | None = None
    high: float | None = None


KINDS = {
    "city": (
        Kind("temperature", 1, 0.7, 35.1),
        Kind("humidity", 1, 20.3, 69.1),
        Kind("light", 0, 0, 5_153),
        Kind("dust", 2, 83.36, 3_322.67),
        Kind("airquality_raw", 0, 12, 49),
    ),
    "taxi": (
        Kind("trip_time_in_secs", 0, 140, 3_155),
        Kind("trip_distance", 2, 1.37, 29.86),
        Kind("fare_amount", 2, 6, 201),
        Kind("surcharge", 2),
        Kind("mta_tax", 2),
        Kind("tip_amount", 2, 0.65, 38.55),
        Kind("tolls_amount", 2, 2.5, 18),
        Kind("total_amount", 2),
    ),
}

STREAM = Property("stream", "city", Choice(tuple(KINDS)), "what is read: 90 sensors or many taxis, 5 or 8 observations each")
WINDOW = Property("window", 0, Integers(0, 10_000), "observations of a sliding average; 0: 90 of CITY, 10 of TAXI, as published")

_WINDOWS = {"city": 90, "taxi": 10}


def window(values: Values) -> int:
    return int(values[WINDOW.name] or _WINDOWS[values["stream"]])


def kinds(values: Values) -> tuple[Kind, ...]:
    return KINDS[values["stream"]]


def observations(values: Values) -> Step:
    """A row for each observation of each record, in order: id, timestamp, type, units."""
    read, ours = FEEDS[values["stream"]], kinds(values)
    records = read.source(TIME, *(kind.name for kind in ours), in_order=True)
    apart = Explode(records, f"split('{' '.join(kind.name for kind in ours)}', ' ')", into=TYPE, name="apart")
    units = by_type((kind.name, _units(kind)) for kind in ours)
    return Select(apart, {ID: read.key, TIME: TIME, TYPE: TYPE, UNITS: units}, name="parse")


def value_of(ours: Iterable[Kind], units: str = UNITS) -> str:
    """The number that units stand for."""
    return by_type((kind.name, f"{units} / {10.0**kind.places}") for kind in ours)


def units_of(ours: Iterable[Kind], value: str = VALUE) -> str:
    """The other way round, to the nearest."""
    return by_type((kind.name, rounded(f"{value} * {10**kind.places}")) for kind in ours)


def by_type(cases: Iterable[tuple[str, str]]) -> str:
    """An expression for each type; equal ones are written once."""
    branches = []
    for expression, same in groupby(sorted(cases, key=lambda case: case[1]), key=lambda case: case[1]):
        names = ", ".join(f"'{name}'" for name, _ in same)
        branches.append(f"when {TYPE} in ({names}) then {expression}")
    return f"case {' '.join(branches)} end"


def rounded(number: str) -> str:
    """The nearest whole number of a double."""
    return f"cast({number} + case when {number} < 0.0 then -0.5 else 0.5 end as long)"


def _units(kind: Kind) -> str:
    return rounded(f"{kind.name} * {10.0**kind.places}")
