"""Flows of ten and more steps: hot keys, distinct counts, a long chain, trends (the survey of seed work 003)."""

from streamgauge.flow import (
    Aggregate,
    Emission,
    Filter,
    Flow,
    Same,
    Select,
    Sink,
    Sliding,
    Step,
    Tumbling,
)
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.properties import Integers, Property, Values
from streamgauge.workloads.readings_source import READINGS_PROPERTIES, WIRE, readings, readings_source

_STAGES = Property("stages", 12, Integers(1, 100), "how many steps the chain has between source and sink")


def _cleaned(values: Values) -> Step:
    """The readings that can be used, in one spelling: five steps."""
    known = Filter(readings_source(values), "value >= 0 and value < 1000", name="known")
    spelt = Select(known, {"key": "trim(lower(key))", "score": "value - 500"}, name="spelt")
    named = Filter(spelt, "length(key) > 0", name="named")
    return Select(named, {"key": "key", "score": "score", "is_up": "case when score > 0 then 1 else 0 end"}, name="signed")


_WINDOW = {"window_start": "window_start", "window_end": "window_end"}


def _topk(values: Values) -> Step:
    """The three most frequent keys of each window, as text that sorts by count."""
    measures = {"n": "count(*)", "ups": "sum(is_up)"}
    counts = Aggregate(_cleaned(values), ("key",), measures, Emission.FINAL, Sliding(10_000, 5_000), name="counts")
    rising = Filter(counts, "ups * 2 >= n", name="rising")
    entry = "substring(cast(1000000000 + n as string), 2, 9) || ' ' || key"
    ranked = Select(rising, {"entry": entry} | _WINDOW, name="ranked")
    top = Aggregate(ranked, (), {"top": "top(entry, 3)", "keys": "count(*)"}, Emission.FINAL, Same(), name="top")
    first = "substring(element(top, 1), 11, 100)"
    return Select(top, {"first": first, "top": "top", "keys": "keys"} | _WINDOW, name="listed")


def _distinct(values: Values) -> Step:
    """How many different keys in 30 seconds, every 2, and how many values stand behind each."""
    measures = {"exact": "count_distinct(key)", "about": "approx_count_distinct(key)", "n": "count(*)"}
    counts = Aggregate(_cleaned(values), (), measures, Emission.FINAL, Sliding(30_000, 2_000), name="distinct")
    several = Filter(counts, "exact > 1", name="several")
    shares = Select(several, {"exact": "exact", "about": "about", "each": "n / exact"} | _WINDOW, name="shares")
    return Select(shares, {"exact": "exact", "about": "about", "each": "each", "is_thin": "each < 2.0"} | _WINDOW, name="judged")


def _chain(values: Values) -> Step:
    """Projections and filters that pass everything, one after the other."""
    step: Step = readings_source(values)
    for number in range(values["stages"]):
        if number % 2:
            step = Filter(step, "value >= 0", name=f"filter-{number}")
        else:
            step = Select(step, {"key": "key", "value": "(value * 7 + 1) % 1000"}, name=f"select-{number}")
    return step


def _trends(values: Values) -> Step:
    """Keys whose mean is unusually far from the middle, and how many of them each window has."""
    strong = Filter(_cleaned(values), "abs(score) > 100", name="strong")
    by_key = Aggregate(
        strong,
        ("key",),
        {"mean": "avg(score)", "ups": "sum(is_up)", "n": "count(*)"},
        Emission.FINAL,
        Tumbling(5_000),
        name="by-key",
    )
    share = Select(by_key, {"key": "key", "mean": "mean", "share": "ups / n", "n": "n"} | _WINDOW, name="share")
    busy = Filter(share, "n >= 2", name="busy")
    rising = Select(busy, {"key": "key", "rise": "case when share > 0.5 then mean else -mean end"} | _WINDOW, name="rising")
    measures = {"keys": "count(*)", "steepest": "max_by(key, rise)", "mean_rise": "avg(rise)"}
    return Aggregate(rising, (), measures, Emission.FINAL, Same(), name="trend")


_FLOWS = {
    "topk": ("the three most frequent keys of the last 10 s, every 5 s", _topk, ()),
    "distinct": ("how many different keys in the last 30 s, every 2 s", _distinct, ()),
    "chain": ("a chain of projections and filters", _chain, (_STAGES,)),
    "trends": ("the keys whose mean rises most, in windows of 5 s", _trends, ()),
}

WORKLOADS = tuple(
    Workload(
        name=f"deep-{name}",
        summary=summary,
        seed_work="003 Strymon",
        wire=WIRE,
        unit=RECORDS,
        properties=(*properties, *READINGS_PROPERTIES),
        make_stream=readings,
        make_flow=lambda values, _, name=name, steps=steps: Flow(f"deep-{name}", Sink(steps(values))),  # type: ignore[misc]
    )
    for name, (summary, steps, properties) in _FLOWS.items()
)
