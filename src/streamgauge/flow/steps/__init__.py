"""The steps of the language, one a file."""

from streamgauge.flow.step import Step
from streamgauge.flow.steps.aggregate import Aggregate
from streamgauge.flow.steps.call import Call
from streamgauge.flow.steps.dedup import Dedup
from streamgauge.flow.steps.explode import Explode
from streamgauge.flow.steps.filter import Filter
from streamgauge.flow.steps.fold import Fold
from streamgauge.flow.steps.iterate import Iterate
from streamgauge.flow.steps.join import Join, JoinKind
from streamgauge.flow.steps.lookup import Lookup, Miss, Table
from streamgauge.flow.steps.repartition import Repartition, RepartitionKind
from streamgauge.flow.steps.select import Select
from streamgauge.flow.steps.sink import Sink
from streamgauge.flow.steps.source import Source, WireFormat
from streamgauge.flow.steps.union import Union

_ALL: tuple[type[Step], ...] = (
    Source, Select, Filter, Explode, Union, Repartition, Lookup, Aggregate, Join, Dedup, Fold, Iterate, Call, Sink,
)  # fmt: skip

STEPS: dict[str, type[Step]] = {step.kind: step for step in _ALL}

__all__ = [
    "STEPS", "Aggregate", "Call", "Dedup", "Explode", "Filter", "Fold", "Iterate", "Join", "JoinKind", "Lookup", "Miss",
    "Repartition", "RepartitionKind", "Select", "Sink", "Source", "Step", "Table", "Union", "WireFormat",
]  # fmt: skip
