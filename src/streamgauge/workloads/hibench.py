"""HiBench streaming: identity, repartition, a running count and a windowed count over web site visits (seed work 003)."""

from collections.abc import Callable

from streamgauge.flow import (
    STRING,
    Aggregate,
    Emission,
    Flow,
    Repartition,
    RepartitionKind,
    Schema,
    Select,
    Sink,
    Source,
    Step,
    Tumbling,
)
from streamgauge.streams.uservisits import UserVisits
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.margin import margin_ms
from streamgauge.workloads.properties import Choice, Integers, Property, Values

_VISITS = (
    Property("addresses", 100, Integers(1, 1_000_000), "number of different IP addresses: the keys"),
    Property(
        "record_bytes", 200, Integers(150, 10_000), "bytes of a record, 13 of them for the time that it carries beside its value"
    ),
)
_PARTITIONS = Property("repartition", 2, Integers(1, 1_000), "over how many tasks the records are spread, round robin")
_WINDOW = (
    Property("window_ms", 10_000, Integers(1, 86_400_000), "length of the windows, in event time"),
    Property("events_per_second", 1_000, Integers(1, 1_000_000), "of event time: record i was created at i / events_per_second"),
    Property(
        "emission", "final", Choice(("update", "final")), "write each change of a count, or each count once its window is over"
    ),
)
_ADDRESS = "element(split(element(split(line, ' '), 2), ','), 1)"
_NUMBER = "cast(element(split(line, ' '), 1) as long)"


def _lines(values: Values) -> Source:
    rate = values.get("events_per_second")
    time = f"cast({_NUMBER} * 1000 / {rate} as long)" if rate else ""
    return Source(Schema.of(line=STRING), event_time=time, watermark_delay_ms=margin_ms(rate) if rate else 0, name="visits")


def _identity(values: Values) -> Step:
    return _lines(values)


def _repartition(values: Values) -> Step:
    return Repartition(_lines(values), RepartitionKind.ROUND_ROBIN, values["repartition"])


def _wordcount(values: Values) -> Step:
    addresses = Select(_lines(values), {"ip": _ADDRESS}, name="addresses")
    return Aggregate(addresses, ("ip",), {"count": "count(*)"}, name="counts")


def _fixwindow(values: Values) -> Step:
    addresses = Select(_lines(values), {"ip": _ADDRESS, "number": _NUMBER}, name="addresses")
    measures = {"count": "count(*)", "first": "min(number)"}
    return Aggregate(addresses, ("ip",), measures, Emission(values["emission"]), Tumbling(values["window_ms"]), name="counts")


def _workload(name: str, summary: str, steps: Callable[[Values], Step], *properties: Property) -> Workload:
    return Workload(
        name=name,
        summary=summary,
        seed_work="003 Strymon",
        wire="text: number, blank; then with commas address, session, date, revenue, browser, country, language, word, duration",
        unit=RECORDS,
        properties=(*properties, *_VISITS),
        make_stream=lambda values, seed: UserVisits(
            seed=seed, addresses=values["addresses"], record_bytes=values["record_bytes"]
        ),
        make_flow=lambda values, _: Flow(name, Sink(steps(values))),
    )


WORKLOADS = (
    _workload("hibench-identity", "read and write, nothing else", _identity),
    _workload("hibench-repartition", "spread the records anew, round robin", _repartition, _PARTITIONS),
    _workload("hibench-wordcount", "keep a running count of visits from each IP address", _wordcount),
    _workload("hibench-fixwindow", "count visits from each IP address in windows of ten seconds", _fixwindow, *_WINDOW),
)
