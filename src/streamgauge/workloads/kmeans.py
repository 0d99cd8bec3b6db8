"""KMeans: points are clustered while they come, and the centroids found are fed back (seed work 000)."""

from streamgauge.flow import DOUBLE, LONG, Flow, Iterate, Schema, Sink, Source, Table, WireFormat
from streamgauge.streams.points import MOST_DIMENSIONS, Points
from streamgauge.workloads.base import Unit, Workload
from streamgauge.workloads.properties import Integers, Numbers, Property, Values

_PROPERTIES = (
    Property("centres", 96, Integers(1, 1_000), "number of centres and of centroids: the work for each point"),
    Property("dimensions", 2, Integers(1, MOST_DIMENSIONS), "coordinates of a point: the work for each centroid"),
    Property("spread", 2.0, Numbers(0, 100), "standard deviation of the points around their centre"),
    Property("distance", 8.5, Numbers(0, 100), "between two centres at least: how far clusters overlap"),
    Property(
        "feedback", 100, Integers(1, 1_000_000_000), "an engine that batches feeds back after so many points, or a fifth of all"
    ),
)


def _stream(values: Values, seed: int) -> Points:
    return Points(seed, values["centres"], values["dimensions"], values["spread"], values["distance"])


def _flow(values: Values, seed: int) -> Flow:
    stream = _stream(values, seed)
    coordinates = tuple((name, DOUBLE) for name in stream.columns)
    points = Source(Schema(coordinates), WireFormat.JSON, name="points")
    numbered = Schema((("id", LONG), *coordinates))
    start, goals = (
        Table(numbered, tuple((number, *place) for number, place in enumerate(places)))
        for places in (stream.first_points(), stream.centre_table())
    )
    return Flow("kmeans", Sink(Iterate(points, stream.columns, start, goals, values["feedback"], name="kmeans")))


WORKLOADS = (
    Workload(
        name="kmeans",
        summary="cluster points around 96 centres, and tell how far the centroids are from them",
        seed_work="000 StreamBench",
        wire="json: x0, x1, ... (the coordinates)",
        unit=Unit("points", lambda _, events: events),
        properties=_PROPERTIES,
        make_stream=_stream,
        make_flow=_flow,
    ),
)
