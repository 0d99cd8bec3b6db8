"""The steps of the language, one a file."""

from streamgauge.flow.step import Step
from streamgauge.flow.steps.aggregate import Aggregate
from streamgauge.flow.steps.explode import Explode
from streamgauge.flow.steps.filter import Filter
from streamgauge.flow.steps.select import Select
from streamgauge.flow.steps.sink import Sink
from streamgauge.flow.steps.source import Source, WireFormat

STEPS: dict[str, type[Step]] = {step.kind: step for step in (Source, Select, Filter, Explode, Aggregate, Sink)}

__all__ = ["STEPS", "Aggregate", "Explode", "Filter", "Select", "Sink", "Source", "Step", "WireFormat"]
