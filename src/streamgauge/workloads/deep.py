"""Flows of many steps: hot keys, distinct counts, a long chain, trends (the survey of seed work 003)."""

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


def _topk(values: Values) -> Step:
    """The three most frequent keys of each window, as text that sorts by count."""
    counts = Aggregate(
        readings_source(values), ("key",), {"n": "count(*)"}, Emission.FINAL, Sliding(10_000, 5_000), name="counts"
    )
    ranked = Select(
        counts,
        {"entry": "substring(cast(1000000000 + n as string), 2, 9) || ' ' || key"}
        | {name: name for name in ("window_start", "window_end")},
        name="ranked",
    )
    return Aggregate(ranked, (), {"top": "top(entry, 3)", "keys": "count(*)"}, Emission.FINAL, Same(), name="top")


def _distinct(values: Values) -> Step:
    """How many different keys in 30 seconds, every 2."""
    measures = {"exact": "count_distinct(key)", "about": "approx_count_distinct(key)"}
    return Aggregate(readings_source(values), (), measures, Emission.FINAL, Sliding(30_000, 2_000), name="distinct")


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
    """Keys whose mean is unusually far from the middle, and how many of them each window has: eleven steps."""
    known = Filter(readings_source(values), "value >= 0 and value < 1000", name="known")
    scaled = Select(known, {"key": "lower(key)", "score": "value - 500"}, name="scaled")
    signed = Select(scaled, {"key": "key", "score": "score", "is_up": "case when score > 0 then 1 else 0 end"}, name="signed")
    strong = Filter(signed, "abs(score) > 100", name="strong")
    trimmed = Select(strong, {"key": "trim(key)", "score": "score", "is_up": "is_up"}, name="trimmed")
    by_key = Aggregate(
        trimmed,
        ("key",),
        {"mean": "avg(score)", "ups": "sum(is_up)", "n": "count(*)"},
        Emission.FINAL,
        Tumbling(5_000),
        name="by-key",
    )
    window = {"window_start": "window_start", "window_end": "window_end"}
    share = Select(by_key, {"key": "key", "mean": "mean", "share": "ups / n", "n": "n"} | window, name="share")
    busy = Filter(share, "n >= 2", name="busy")
    rising = Select(busy, {"key": "key", "rise": "case when share > 0.5 then mean else -mean end"} | window, name="rising")
    measures = {"keys": "count(*)", "steepest": "max_by(key, rise)", "mean_rise": "avg(rise)"}
    return Aggregate(rising, (), measures, Emission.FINAL, Same(), name="trend")


_FLOWS = {
    "topk": ("the three most frequent keys of the last 10 s, every 5 s", _topk, ()),
    "distinct": ("how many different keys in the last 30 s, every 2 s", _distinct, ()),
    "chain": ("a chain of projections and filters", _chain, (_STAGES,)),
    "trends": ("the keys whose mean rises most, in windows of 5 s: eleven steps", _trends, ()),
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
