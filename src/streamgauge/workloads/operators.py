"""One small flow for each step, so that what it costs beyond reading and writing can be measured (seed work 003)."""

from collections.abc import Callable

from streamgauge.flow import (
    LONG,
    STRING,
    Aggregate,
    Count,
    Dedup,
    Emission,
    Explode,
    Filter,
    Flow,
    Fold,
    Join,
    JoinKind,
    Lookup,
    Miss,
    Repartition,
    RepartitionKind,
    Schema,
    Select,
    Session,
    Sink,
    Sliding,
    Source,
    Step,
    Table,
    Tumbling,
    Union,
    Window,
)
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.readings_source import READINGS_PROPERTIES, WIRE, readings, readings_source

_COLOURS = Table(Schema.of(id=STRING, colour=LONG), tuple((f"k{number}", number % 7) for number in range(0, 1000, 2)))


def _counted(source: Step, window: Window | None, emission: Emission = Emission.UPDATE) -> Step:
    return Aggregate(source, ("key",), {"count": "count(*)", "total": "sum(value)"}, emission, window)


def _joined(source: Source, how: JoinKind, *, around_ms: int = 0, size_ms: int = 0) -> Step:
    low = Select(Filter(source, "value < 200", name="low"), {"key": "key", "low": "value"}, name="left")
    high = Select(Filter(source, "value >= 800", name="high"), {"high_key": "key", "high": "value"}, name="right")
    return Join(low, high, on=(("key", "high_key"),), how=how, before_ms=around_ms, after_ms=around_ms, size_ms=size_ms)


_STEPS: dict[str, tuple[str, Callable[[Source], Step]]] = {
    "identity": ("read and write, nothing else", lambda s: s),
    "select": ("compute two columns", lambda s: Select(s, {"key": "upper(key)", "twice": "value * 2"})),
    "filter": ("keep half of the records", lambda s: Filter(s, "value < 500")),
    "explode": ("two rows from each record", lambda s: Explode(s, "split(key || ' ' || key, ' ')", into="word")),
    "union": (
        "two streams, each half of the records, as one",
        lambda s: Union(Filter(s, "value < 500", name="low"), Filter(s, "value >= 500", name="high")),
    ),
    "round-robin": ("spread the records evenly", lambda s: Repartition(s, RepartitionKind.ROUND_ROBIN, 2)),
    "hash": ("spread the records by key", lambda s: Repartition(s, RepartitionKind.HASH, 2, ("key",))),
    "broadcast": ("a copy of each record for two tasks", lambda s: Repartition(s, RepartitionKind.BROADCAST, 2)),
    "lookup": ("join with a table that knows every second key", lambda s: Lookup(s, "key", _COLOURS, Miss.NULL)),
    "aggregate": ("count and add up by key", lambda s: _counted(s, None)),
    "tumbling": ("count and add up by key in windows of 10 s", lambda s: _counted(s, Tumbling(10_000))),
    "tumbling-final": ("the same, written once", lambda s: _counted(s, Tumbling(10_000), Emission.FINAL)),
    "sliding": ("count and add up by key in windows of 10 s, every 5 s", lambda s: _counted(s, Sliding(10_000, 5_000))),
    "session": ("count and add up by key in sessions with a gap of 200 ms", lambda s: _counted(s, Session(200), Emission.FINAL)),
    "dedup": ("each pair of key and value once", lambda s: Dedup(s, ("key", "value"))),
    "join-interval": (
        "pairs of a low and a high value of a key, at most a second apart",
        lambda s: _joined(s, JoinKind.INTERVAL, around_ms=1_000),
    ),
    "join-window": (
        "pairs of a low and a high value of a key in the same second",
        lambda s: _joined(s, JoinKind.WINDOW, size_ms=1_000),
    ),
}

_IN_ORDER: dict[str, tuple[str, Callable[[Source], Step]]] = {
    "count-window": (
        "count and add up the last three values of a key, at every value",
        lambda s: _counted(s, Count(3, 1), Emission.INSERT),
    ),
    "join-retained": ("each high value of a key with its newest low one", lambda s: _joined(s, JoinKind.RETAINED)),
    "fold": (
        "smooth the values of a key, one after the other",
        lambda s: Fold(s, ("key",), "smooth", {"value": "x"}, {"alpha": 0.25}),
    ),
}


def _workload(name: str, summary: str, steps: Callable[[Source], Step], *partition_by: str) -> Workload:
    return Workload(
        name=f"operator-{name}",
        summary=summary,
        seed_work="003 Strymon",
        wire=WIRE,
        unit=RECORDS,
        properties=READINGS_PROPERTIES,
        make_stream=readings,
        make_flow=lambda values, _: Flow(f"operator-{name}", Sink(steps(readings_source(values, *partition_by)))),
    )


WORKLOADS = (
    *(_workload(name, summary, steps) for name, (summary, steps) in _STEPS.items()),
    *(_workload(name, summary, steps, "key") for name, (summary, steps) in _IN_ORDER.items()),
)
