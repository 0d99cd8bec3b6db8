"""The XML parse task of the IoT benchmark: one function, with which every engine parses in its own way (seed work 002)."""

from streamgauge.flow import STRING, Flow, Schema, Select, Sink, Source
from streamgauge.streams.iot.documents import NAMES, Documents
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.iot.task import TASKS
from streamgauge.workloads.properties import Choice, Integers, Property, Values


def _flow(values: Values, _: int) -> Flow:
    documents = Source(Schema.of(document=STRING), name="documents")
    texts = f"xml_texts(document, '/observations/observation/{values['field']}')"
    return Flow("iot-xml", Sink(Select(documents, {values["field"]: texts}, name="task")))


WORKLOADS = (
    Workload(
        name="iot-xml",
        summary=f"parse a document of 6 kB and take one field of all its observations ({TASKS['xml']})",
        seed_work="002 IoT",
        wire="text: a document of XML (docs/iot.md)",
        unit=RECORDS,
        properties=(
            Property("observations", 20, Integers(1, 1_000), "of a document: its size, 308 bytes each"),
            Property("field", "temperature", Choice(NAMES), "what is taken from each"),
        ),
        make_stream=lambda values, seed: Documents(seed, values["observations"]),
        make_flow=_flow,
    ),
)
