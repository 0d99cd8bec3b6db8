"""The tasks of the IoT benchmark that look at one observation of each sensor or taxi, in order (seed work 002)."""

from collections.abc import Callable

from streamgauge.flow import Aggregate, Count, Emission, Flow, Fold, Sink, Step
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.iot.feeds import FEED_PROPERTIES, WIRE, Observation, feed, stream
from streamgauge.workloads.iot.task import TASKS
from streamgauge.workloads.properties import Choice, Integers, Numbers, Property, Values
from streamgauge.workloads.shipped import EVENTS


def _fold(values: Values, kernel: str, observation: Observation, *parameters: str, template: str = "{}") -> Step:
    """A kernel over one observation of each key."""
    read = feed(values)
    arguments = {"value": template.format(observation.expression)}
    settings = {name: values[name] for name in parameters}
    return Fold(read.source(observation.column, in_order=True), (read.key,), kernel, arguments, settings, name="task")


def _average(values: Values) -> Step:
    read = feed(values)
    window = Count(size=values["size"], slide=values["slide"])
    records = read.source(read.number.column, in_order=True)
    return Aggregate(records, (read.key,), {"mean": f"avg({read.number.expression})"}, Emission.INSERT, window, name="task")


def _distinct(values: Values) -> Step:
    read = feed(values)
    if values["method"] == "loglog":
        return _fold(values, "loglog", read.whole, "k", template="cast({} as string)")
    measures = {"estimate": f"approx_count_distinct({read.whole.expression})"}
    return Aggregate(read.source(read.whole.column), (read.key,), measures, name="task")


def _workload(
    task: str, summary: str, steps: Callable[[Values], Step], *properties: Property, shipped_events: int = EVENTS
) -> Workload:
    name = f"iot-{task}"
    return Workload(
        name=name,
        summary=f"{summary} ({TASKS[task]})",
        seed_work="002 IoT",
        wire=WIRE,
        unit=RECORDS,
        properties=(*FEED_PROPERTIES, *properties),
        make_stream=stream,
        make_flow=lambda values, _: Flow(name, Sink(steps(values))),
        shipped_events=shipped_events,
    )


WORKLOADS = (
    _workload(
        "bloom",
        "keep the observations that a Bloom filter may hold, which is half of all numbers",
        lambda values: _fold(values, "bloom", feed(values).whole, "expected", "false_share"),
        Property("expected", 20_000_000, Integers(1, 20_000_000), "how many values the filter is made for: its size in memory"),
        Property("false_share", 0.01, Numbers(0.000001, 0.5), "of false ones that pass, were it full: bits tested of a value"),
    ),
    _workload(
        "average",
        "the mean of every ten observations of a sensor or taxi",
        _average,
        Property("size", 10, Integers(1, 10_000), "how many observations a mean is made of"),
        Property("slide", 10, Integers(1, 10_000), "after how many more there is a new one; at most `size`; 1 slides"),
        shipped_events=1_000,
    ),
    _workload(
        "distinct",
        "about how many different observations a sensor or taxi has reported",
        _distinct,
        Property("method", "loglog", Choice(("loglog", "engine")), "the published algorithm, or the engine's own function"),
        Property("k", 5, Integers(1, 16), "loglog: it has 2^k buckets, which are its state"),
    ),
    _workload(
        "kalman",
        "smooth the observations of each sensor or taxi with a Kalman filter",
        lambda values: _fold(values, "kalman", feed(values).number, "q", "r", "p"),
        Property("q", 0.125, Numbers(0, 1_000_000), "variance of the process: how quickly it follows"),
        Property("r", 0.32, Numbers(0.000001, 1_000_000), "variance of the sensor: how much it smooths"),
        Property("p", 30.0, Numbers(0, 1_000_000), "variance of the first estimate, which is 0"),
    ),
    _workload(
        "moment",
        "the second moment of the frequencies of a sensor's or taxi's observations, estimated",
        lambda values: _fold(values, "moment", feed(values).whole, "slots"),
        Property("slots", 10, Integers(1, 1_000), "how many values are tracked"),
    ),
    _workload(
        "trend",
        "the line through the last ten observations of a sensor or taxi, and what it says of the next ten",
        lambda values: _fold(values, "trend", feed(values).number, "train", "predict"),
        Property("train", 10, Integers(2, 10_000), "how many observations the line goes through"),
        Property("predict", 10, Integers(1, 1_000), "how many are predicted: rows for each record"),
        shipped_events=700,
    ),
)
