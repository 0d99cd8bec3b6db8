"""PRED: classify each record, predict one of its observations, tell how far off that was (seed work 002).

A second stream tells of new models, which are downloaded from blob storage and replace each other: every record is judged by the
newest model of its shard. The error of a prediction is set against the sliding average of what was observed in the same shard,
as each instance of a published task has one average for all it sees, or at the same sensor or taxi; errors are then grouped,
every group is plotted, and the chart is uploaded.
"""

from streamgauge.flow import (
    LONG,
    STRING,
    Aggregate,
    Call,
    Count,
    Emission,
    Filter,
    Flow,
    Join,
    JoinKind,
    Schema,
    Select,
    Sink,
    Source,
    Step,
    Table,
    WireFormat,
)
from streamgauge.streams.iot.models import BOUND_NAMES, WEIGHT_NAMES, WithModels
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.iot.feeds import FEED_PROPERTIES, FEEDS
from streamgauge.workloads.iot.observations import ID, STREAM, WINDOW, window
from streamgauge.workloads.iot.outside import SERVICES
from streamgauge.workloads.iot.plot import chart
from streamgauge.workloads.properties import Choice, Integers, Property, Values

_READS = {"city": ("temperature", "humidity", "dust"), "taxi": ("trip_time_in_secs", "trip_distance")}
_OBSERVED = {"city": "airquality_raw", "taxi": "fare_amount"}
_NUMBERS = (*BOUND_NAMES, *WEIGHT_NAMES)  # of a model, as its blob has them

_OFF = "abs(predicted - observed)"
_ERRORS = {"seed": f"{_OFF} / observed / mean", "published": f"{_OFF} / mean"}
_BY = {"shard": ("shard",), "id": ("shard", ID)}

_MEASURES = {
    "error": "avg(error)",
    "worst": "max(error)",
    "bad": "sum(case when class = 'BAD' then 1 else 0 end)",
    "good": "sum(case when class = 'GOOD' then 1 else 0 end)",
    "oldest_model": "min(version)",
    "newest_model": "max(version)",
}


def _stream(values: Values, seed: int) -> WithModels:
    return WithModels(seed, values["stream"], values["model_every"], values["shards"], values["taxis"])


def _flow(values: Values, seed: int) -> Flow:
    records, stream, keys = _records(values["stream"]), values["stream"], _BY[values["by"]]
    observed, models = _observed(records, stream), _downloaded(records, values, seed)
    errors = _errors(_predicted(models, observed, stream), _means(observed, keys, window(values)), keys, values["error"])
    groups = Aggregate(errors, keys, _MEASURES, Emission.INSERT, Count(values["group"], values["group"]), name="group")
    whose = keys[-1]
    columns = {whose: whose, "number": "window_start"} | {name: name for name in _MEASURES}
    plotted = Select(groups, columns | {"chart": chart(values["group"])}, name="plot")
    blob = {"name": f"cast({whose} as string) || '-' || cast(number as string) || '.svg'", "content": "chart"}
    uploaded = Call(plotted, "blob-upload", blob, at=values["services"], name="upload")
    rows = Select(uploaded, {name: name for name in columns}, name="uploaded")
    return Flow("iot-pred", Sink(rows, identity=(whose, "number")))


def _records(stream: str) -> Source:
    """Observations and models: a record has the fields of its own kind, the others are null."""
    read = FEEDS[stream]
    fields = {name: read.columns[name] for name in (read.key, *_READS[stream], _OBSERVED[stream])} | {"version": LONG}
    schema = Schema((("kind", STRING), ("shard", LONG), *fields.items()))
    return Source(schema, WireFormat.JSON, optional=tuple(fields), partition_by=("shard",), name="records")


def _observed(records: Source, stream: str) -> Step:
    columns = {"shard": "shard", ID: FEEDS[stream].key, "observed": f"cast({_OBSERVED[stream]} as double)"}
    observations = Filter(records, "kind = 'observation'", name="observations")
    return Select(observations, columns | {name: name for name in _READS[stream]}, name="observed")


def _downloaded(records: Source, values: Values, seed: int) -> Step:
    """The models of which the second stream tells, fetched from blob storage: there are so many, and they are taken in turn."""
    count = values["models"]
    trained = (each for each in map(_stream(values, seed).model_numbers, range(count)))
    blobs = Table(Schema.of(model=STRING, content=STRING), tuple((str(n), ",".join(each)) for n, each in enumerate(trained)))
    told = Filter(records, "kind = 'model'", name="models")
    name = {"name": f"cast(version % {count} as string)"}
    fetched = Call(told, "blob-download", name, blobs, values["services"], name="download")
    numbers = {name: f"cast(element(split(content, ','), {place}) as double)" for place, name in enumerate(_NUMBERS, 1)}
    return Select(fetched, {"model_shard": "shard", "version": "version"} | numbers, name="trained")


def _predicted(models: Step, observed: Step, stream: str) -> Step:
    """Each record with the newest model: its class by the tree, the prediction of the regression cut to a whole number."""
    judged = Join(models, observed, (("model_shard", "shard"),), JoinKind.RETAINED, name="newest-model")
    terms = [f"{weight} * {name}" for weight, name in zip(WEIGHT_NAMES, _READS[stream], strict=False)]
    columns = {
        "shard": "model_shard",
        ID: ID,
        "version": "version",
        "observed": "observed",
        "class": "case when observed <= low then 'BAD' when observed <= high then 'GOOD' else 'VERYGOOD' end",
        "predicted": f"cast({' + '.join([*terms, WEIGHT_NAMES[-1]])} as long)",
    }
    return Select(judged, columns, name="predicted")


def _means(observed: Step, keys: tuple[str, ...], size: int) -> Step:
    average = Aggregate(observed, keys, {"mean": "avg(observed)"}, Emission.INSERT, Count(size, 1), name="average")
    return Select(average, {_of_mean(key): key for key in keys} | {"mean": "mean"}, name="means")


def _errors(predicted: Step, means: Step, keys: tuple[str, ...], kind: str) -> Step:
    """Each prediction with the average that its own observation has led to, or with the first there is."""
    beside = Join(means, predicted, tuple((_of_mean(key), key) for key in keys), JoinKind.RETAINED, name="newest-mean")
    columns = {key: _of_mean(key) for key in keys} | {"version": "version", "class": "class", "error": _ERRORS[kind]}
    return Select(beside, columns, name="errors")


def _of_mean(key: str) -> str:
    return f"mean_{key}"


WORKLOADS = (
    Workload(
        name="iot-pred",
        summary="class and predicted value of each record, by models that change while it runs; charts of how far off they were",
        seed_work="002 IoT",
        wire="json: the stream models: kind (observation or model), shard, and the fields of either (docs/iot.md)",
        unit=RECORDS,
        properties=(
            STREAM,
            FEED_PROPERTIES[1],
            SERVICES,
            WINDOW,
            Property(
                "by",
                "shard",
                Choice(tuple(_BY)),
                "whose records are averaged and grouped: all of a shard, or one sensor's or taxi's",
            ),
            Property("group", 60, Integers(1, 10_000), "how many predictions are put into one row"),
            Property(
                "error",
                "seed",
                Choice(tuple(_ERRORS)),
                "|predicted - observed| / observed, by the average; or, as in the published code, |predicted - observed| by it",
            ),
            Property("model_every", 1_000, Integers(1, 1_000_000_000), "observations from one model to the next"),
            Property("models", 32, Integers(1, 1_000), "how many models blob storage holds; they are taken in turn"),
            Property("shards", 16, Integers(1, 1_000), "copies of a model: over how many partitions they can spread"),
        ),
        make_stream=_stream,
        make_flow=_flow,
        shipped_events=2_000,
    ),
)
