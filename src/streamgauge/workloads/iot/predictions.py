"""The tasks of the IoT benchmark that apply a trained model to one record: expressions alone (seed work 002)."""

from collections.abc import Mapping

from streamgauge.errors import RequestError
from streamgauge.flow import Flow, Select, Sink, Step
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.iot.feeds import FEED_PROPERTIES, FEEDS, WIRE, stream
from streamgauge.workloads.iot.models import REGRESSIONS, TREES, Model
from streamgauge.workloads.iot.task import TASKS
from streamgauge.workloads.properties import Choice, Property, Values

_MODEL = Property(
    "model", "trained", Choice(("trained", "first")), "the model trained on the stream, or the one the benchmark shipped first"
)

# The observations of CITY that an integer stands for, so that models have something to decide.
_FROM_INTEGERS = {
    "longitude": "value % 180",
    "latitude": "value % 90",
    "temperature": "value % 40",
    "humidity": "value % 100",
    "dust": "value % 3000",
    "airquality_raw": "value % 64",
}


def _applied(values: Values, models: Mapping[tuple[str, str], Model], result: str, template: str) -> Step:
    """The key, what the model reads, and its result."""
    name = "city" if values["stream"] == "integers" else values["stream"]
    if (name, values["model"]) not in models:
        published = ", ".join(f"{kind} of {stream}" for stream, kind in models)
        raise RequestError(
            f"there is no model {values['model']} of {name}", where="--set model", fix=f"published are {published}"
        )
    model = models[name, values["model"]]
    read = FEEDS[values["stream"]]
    records: Step
    if values["stream"] == "integers":
        fields = {read.key: read.key} | {each: _FROM_INTEGERS[each] for each in model.reads}
        records = Select(read.source("value"), fields, name="fields")
    else:
        records = read.source(*model.reads)
    columns = {each: each for each in (read.key, *model.reads)}
    return Select(records, columns | {result: template.format(model.result)}, name="task")


WORKLOADS = (
    Workload(
        name="iot-tree",
        summary=f"put each record into a class by a decision tree ({TASKS['tree']})",
        seed_work="002 IoT",
        wire=WIRE,
        unit=RECORDS,
        properties=(*FEED_PROPERTIES, _MODEL),
        make_stream=stream,
        make_flow=lambda values, _: Flow("iot-tree", Sink(_applied(values, TREES, "class", "{}"))),
    ),
    Workload(
        name="iot-regression",
        summary=f"predict an observation from others by a linear regression, cut to a whole number ({TASKS['regression']})",
        seed_work="002 IoT",
        wire=WIRE,
        unit=RECORDS,
        properties=(*FEED_PROPERTIES, _MODEL),
        make_stream=stream,
        make_flow=lambda values, _: Flow("iot-regression", Sink(_applied(values, REGRESSIONS, "predicted", "cast({} as long)"))),
    ),
)
