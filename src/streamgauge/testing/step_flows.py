"""Small flows over records with a key, a value and a time, for each step one or more; and their input."""

import json

from streamgauge.flow import (
    DOUBLE,
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
    Same,
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
    WireFormat,
)

DELAY_MS = 5_000
STEP_MS = 97  # from one record to the next; of five keys in turn
TABLE = Table(Schema.of(id=STRING, colour=STRING, weight=LONG), (("k0", "red", 1), ("k1", None, 2), ("k2", "it's", None)))


def events(*, partition_by: tuple[str, ...] = ()) -> Source:
    schema = Schema.of(key=STRING, value=LONG, x=DOUBLE, at=LONG)
    return Source(schema, WireFormat.JSON, event_time="at", watermark_delay_ms=DELAY_MS, partition_by=partition_by, name="events")


def counted(window: Window | None, emission: Emission) -> Step:
    measures = {"n": "count(*)", "total": "sum(value)", "mean": "avg(x)", "best": "max_by(value, x)", "top2": "top(value, 2)"}
    return Aggregate(events(), ("key",), measures, emission, window)


def all_measures() -> Step:
    measures = {
        "low": "min(value)", "high": "max(value)", "least": "min_by(value, x)", "vp": "var_pop(x)", "vs": "var_samp(x)",
        "sp": "stddev_pop(x)", "ss": "stddev_samp(x)", "kinds": "count_distinct(value % 7)",
        "about": "approx_count_distinct(value)", "known": "count(x)",
    }  # fmt: skip
    return Aggregate(events(), ("key",), measures)


def alike(emission: Emission, window: Window | None = None) -> Step:
    """The spread of large values that differ by little: the difference of two large sums would have lost it."""
    large = Select(events(), {"key": "key", "y": "1000000.0 + value"})
    measures = {"vp": "var_pop(y)", "vs": "var_samp(y)", "sp": "stddev_pop(y)", "ss": "stddev_samp(y)"}
    return Aggregate(large, ("key",), measures, emission, window, name="alike")


def high_and_low() -> Step:
    """Keys that have had a high and a low value: an updated row that is held back until it is whole."""
    split = Select(
        events(), {"key": "key", "high": "case when value > 90 then value end", "low": "case when value < 10 then at end"}
    )
    measures = {"high": "max(high)", "low": "min(low)", "n": "count(*)"}
    return Filter(Aggregate(split, ("key",), measures), "high is not null and low is not null", name="both")


def big_and_small() -> Step:
    source = events()
    return Union(Filter(source, "value > 60", name="big"), Filter(source, "value < 40", name="small"))


def busiest() -> Step:
    """The largest count of each window: an aggregate over a windowed aggregate."""
    counts = Aggregate(events(), ("key",), {"n": "count(*)"}, Emission.FINAL, Sliding(10_000, 5_000), name="counts")
    return Aggregate(counts, (), {"most": "max(n)", "keys": "top(key, 3)"}, Emission.FINAL, Same(), name="busiest")


def looked_up(miss: Miss, upstream: Step | None = None) -> Step:
    default = {"colour": "UNKNOWN", "weight": -1} if miss is Miss.DEFAULT else {}
    return Lookup(upstream or events(), on="key", table=TABLE, miss=miss, default=default)


def joined(
    how: JoinKind,
    *,
    outer: bool = False,
    before_ms: int = 0,
    after_ms: int = 0,
    size_ms: int = 0,
    source: Source | None = None,
) -> Step:
    source = source or events(partition_by=("key",))
    odd = Select(Filter(source, "value % 2 = 1", name="odd"), {"key": "key", "odd": "value"}, name="left")
    big = Select(Filter(source, "value > 70", name="big"), {"big_key": "key", "big": "value"}, name="right")
    return Join(odd, big, (("key", "big_key"),), how, before_ms=before_ms, after_ms=after_ms, size_ms=size_ms, outer=outer)


def rows_and_pairs() -> Step:
    """Rows that have an event time, and pairs that have none, as one."""
    source = events()
    pairs = joined(JoinKind.INTERVAL, before_ms=300, after_ms=1_000, source=source)
    rows = Select(source, {"key": "key", "value": "value"}, name="rows")
    return Union(rows, Select(pairs, {"key": "key", "value": "odd + big"}, name="pairs"))


def best_pairs(window: Window, *, before_ms: int = 0, after_ms: int = 0) -> Step:
    """Windows over the pairs of a join, which have the time of the side that is never the earlier one."""
    measures = {"pairs": "count(*)", "best": "max(big)"}
    pairs = joined(JoinKind.INTERVAL, before_ms=before_ms, after_ms=after_ms)
    return Aggregate(pairs, ("key", "odd"), measures, Emission.FINAL, window, name="best")


def pairs_so_far() -> Step:
    """An aggregate of everything so far over rows that have waited for the watermark."""
    measures = {
        "n": "count(*)", "total": "sum(best)", "mean": "avg(pairs)", "kinds": "count_distinct(best % 7)",
        "last": "max_by(best, window_start)", "top3": "top(best, 3)", "spread": "stddev_pop(best)",
    }  # fmt: skip
    return Aggregate(best_pairs(Tumbling(3_000), before_ms=2_000), ("key",), measures, name="so-far")


def last_five(source: Step) -> Step:
    measures = {"n": "count(*)", "total": "sum(value)", "mean": "avg(x)"}
    return Aggregate(source, ("key",), measures, Emission.INSERT, Count(size=5, slide=2), name="last-five")


def best_of_five() -> Step:
    """Apart from the other measures: an engine may have all of them but this one."""
    source, window = events(partition_by=("key",)), Count(size=5, slide=2)
    return Aggregate(source, ("key",), {"best": "max_by(at, value)"}, Emission.INSERT, window, name="best-of-five")


def last_doubles() -> Step:
    """Sums that are wrong for ever if a large number is taken off them after it was rounded in."""
    uneven = Select(
        events(partition_by=("key",)), {"key": "key", "y": "case when value > 90 then 100000000000000000.0 else x / 3 end"}
    )
    measures = {"total": "sum(y)", "mean": "avg(y)", "spread": "stddev_samp(y)", "whole": "var_pop(y)"}
    return Aggregate(uneven, ("key",), measures, Emission.INSERT, Count(size=3, slide=1), name="last-doubles")


def top_of_nothing() -> Step:
    """The largest of values that are all null, few of them and many."""
    nulls = Select(events(), {"key": "key", "value": "value", "none": "case when value < 0 then value end"})
    return Aggregate(nulls, ("key",), {"few": "top(none, 3)", "many": "top(none, 2000)", "all": "top(value, 2000)"})


def smoothed(source: Step) -> Step:
    return Fold(source, ("key",), "smooth", {"value": "x + 1.0"}, {"alpha": 0.25}, name="smoothed")


def changes_of_sums() -> Step:
    """One step that depends on order after another."""
    return Fold(last_five(events(partition_by=("key",))), ("key",), "change", {"value": "total"})


def united_folds() -> Step:
    """Two branches that depend on order, one of them longer, as one."""
    source = events(partition_by=("key",))
    short = Select(smoothed(source), {"key": "key", "number": "number", "value": "smoothed"}, name="short")
    means = Aggregate(short, ("key",), {"mean": "avg(value)"}, Emission.INSERT, Count(size=3, slide=2), name="means")
    return Union(short, Select(means, {"key": "key", "number": "window_start", "value": "mean"}, name="long"))


def against_the_mean() -> Step:
    """A stream joined with what was made of itself, where one record may lead to rows on both sides, several on one."""
    source = events(partition_by=("key",))
    thrice = Explode(source, "split('a b c', ' ')", into="letter")
    means = Aggregate(thrice, ("key",), {"mean": "avg(value)"}, Emission.INSERT, Count(size=4, slide=2), name="means")
    current = Select(source, {"id": "key", "now": "value"}, name="current")
    pairs = Join(Select(means, {"key": "key", "mean": "mean"}, name="left"), current, (("key", "id"),), JoinKind.RETAINED)
    return Fold(pairs, ("key",), "smooth", {"value": "now - mean"})


def named_like_a_record() -> Step:
    """Columns that are called like what Kafka says of a record."""
    schema = Schema.of(key=STRING, value=LONG, timestamp=LONG, offset=LONG, partition=LONG)
    optional = ("timestamp", "offset", "partition")
    return Source(schema, WireFormat.JSON, event_time="value", optional=optional, name="records")


STEPS: dict[str, Step] = {
    "identity": events(),
    "named-like-a-record": named_like_a_record(),
    "union": big_and_small(),
    "union-with-pairs": rows_and_pairs(),
    "round-robin": Repartition(events(), RepartitionKind.ROUND_ROBIN, 3),
    "hash": Repartition(events(), RepartitionKind.HASH, 3, ("key",)),
    "broadcast": Repartition(events(), RepartitionKind.BROADCAST, 3),
    "lookup-drop": looked_up(Miss.DROP),
    "lookup-null": looked_up(Miss.NULL),
    "lookup-default": looked_up(Miss.DEFAULT),
    "lookup-null-of-counts": looked_up(Miss.NULL, counted(None, Emission.UPDATE)),
    "lookup-default-of-windows": looked_up(Miss.DEFAULT, counted(Tumbling(10_000), Emission.UPDATE)),
    "join-interval": joined(JoinKind.INTERVAL, before_ms=300, after_ms=1_000),
    "join-interval-outer": joined(JoinKind.INTERVAL, outer=True, before_ms=0, after_ms=500),
    "join-window": joined(JoinKind.WINDOW, size_ms=2_000),
    "join-window-outer": joined(JoinKind.WINDOW, outer=True, size_ms=1_000),
    "join-unbounded": joined(JoinKind.UNBOUNDED),
    "join-counted": Aggregate(joined(JoinKind.UNBOUNDED), ("key",), {"pairs": "count(*)", "most": "max(big)"}),
    "join-left-is-later": best_pairs(Sliding(4_000, 2_000), before_ms=1_500),
    "join-right-is-later": best_pairs(Tumbling(2_000), after_ms=1_500),
    "join-in-windows-so-far": pairs_so_far(),
    "join-retained": joined(JoinKind.RETAINED),
    "count-window": last_five(events(partition_by=("key",))),
    "count-window-exploded": last_five(
        Explode(Filter(events(partition_by=("key",)), "value > 10"), "split('a b c', ' ')", into="letter")
    ),
    "count-window-max-by": best_of_five(),
    "count-window-doubles": last_doubles(),
    "fold": smoothed(events(partition_by=("key",))),
    "fold-carrying": Fold(events(partition_by=("key",)), ("key",), "change", {"value": "value"}, carried=("at", "x")),
    "fold-after-count-window": changes_of_sums(),
    "join-retained-with-itself": against_the_mean(),
    "fold-counted": Aggregate(smoothed(events(partition_by=("key",))), ("key",), {"n": "count(*)", "high": "max(smoothed)"}),
    "fold-united": united_folds(),
    "dedup": Dedup(events(), ("key", "value")),
    "dedup-of-windows": Dedup(counted(Tumbling(10_000), Emission.FINAL), ("key", "n")),
    "measures": all_measures(),
    "alike": alike(Emission.UPDATE),
    "alike-sliding": alike(Emission.FINAL, Sliding(10_000, 5_000)),
    "top-of-nothing": top_of_nothing(),
    "held-back": high_and_low(),
    "tumbling-update": counted(Tumbling(10_000), Emission.UPDATE),
    "tumbling-final": counted(Tumbling(10_000), Emission.FINAL),
    "sliding-update": counted(Sliding(10_000, 2_500), Emission.UPDATE),
    "sliding-final": counted(Sliding(10_000, 2_500), Emission.FINAL),
    "session": counted(Session(1_500), Emission.FINAL),
    "session-touching": counted(Session(5 * STEP_MS), Emission.FINAL),
    "busiest": busiest(),
    "filtered-final": Aggregate(
        Lookup(Filter(events(), "value > 50"), "key", TABLE, Miss.DROP),
        ("colour",),
        {"n": "count(*)"},
        Emission.FINAL,
        Tumbling(10_000),
    ),
    "renamed": Select(counted(Tumbling(10_000), Emission.UPDATE), {"k": "key", "from": "window_start", "n": "n + 1"}),
}

FLOWS = {name: Flow(name, Sink(step)) for name, step in STEPS.items()}


def event(number: int, time_ms: int) -> bytes:
    value = number * 7919 % 101
    return json.dumps({"key": f"k{number % 5}", "value": value, "x": value / 8, "at": time_ms, "extra": None}).encode()


def in_order(count: int = 400) -> list[bytes]:
    return [event(number, 1_436_918_400_000 + number * STEP_MS) for number in range(count)]


def out_of_order(count: int = 400) -> list[bytes]:
    """Never more than the watermark's delay behind."""
    return [event(number, 1_436_918_400_000 + number * STEP_MS - number * 6151 % DELAY_MS) for number in range(count)]
