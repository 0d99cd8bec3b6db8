"""The XML parse task of the IoT benchmark: one function, with which every engine parses in its own way (seed work 002)."""

from streamgauge.errors import RequestError
from streamgauge.flow import STRING, Flow, Schema, Select, Sink, Source
from streamgauge.streams.iot.documents import NAMES, Documents
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.iot.feeds import FEEDS
from streamgauge.workloads.iot.task import TASKS
from streamgauge.workloads.properties import Choice, Integers, Property, Values

_OBSERVED = "observed"


def _flow(values: Values, _: int) -> Flow:
    stream, field = values["stream"], values["field"]
    taken = FEEDS[stream].number.column if field == _OBSERVED else field
    if taken not in NAMES[stream]:
        raise RequestError(f"a record of {stream} has no {taken}", where="--set field", fix=", ".join(NAMES[stream]))
    documents = Source(Schema.of(document=STRING), name="documents")
    texts = f"xml_texts(document, '/observations/observation/{taken}')"
    return Flow("iot-xml", Sink(Select(documents, {taken: texts}, name="task")))


WORKLOADS = (
    Workload(
        name="iot-xml",
        summary=f"parse a document of 6 kB and take one field of all its observations ({TASKS['xml']})",
        seed_work="002 IoT",
        wire="text: a document of XML (docs/iot.md)",
        unit=RECORDS,
        properties=(
            Property("stream", "city", Choice(tuple(NAMES)), "whose records a document holds"),
            Property("observations", 20, Integers(1, 1_000), "of a document: its size, 309 bytes each of CITY, 725 of TAXI"),
            Property(
                "field",
                _OBSERVED,
                Choice((_OBSERVED, *dict.fromkeys(name for names in NAMES.values() for name in names))),
                "what is taken from each; observed: the temperature of CITY, the fare of TAXI",
            ),
        ),
        make_stream=lambda values, seed: Documents(seed, values["observations"], values["stream"]),
        make_flow=_flow,
    ),
)
