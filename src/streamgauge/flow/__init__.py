"""The language: what a streaming workload computes, apart from any engine.

A flow is a graph of frozen steps; expressions are SQL text over a closed catalogue of functions. Nothing here runs
anything: engines give flows their life, the reference engine gives them their meaning.
"""

from streamgauge.flow.flaws import Flaw, FlowError
from streamgauge.flow.graph import Flow, Identification
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Step
from streamgauge.flow.steps import (
    Aggregate,
    Call,
    Dedup,
    Explode,
    Filter,
    Fold,
    Iterate,
    Join,
    JoinKind,
    Lookup,
    Miss,
    Repartition,
    RepartitionKind,
    Select,
    Sink,
    Source,
    Table,
    Union,
    WireFormat,
)
from streamgauge.flow.types import BOOLEAN, DOUBLE, LONG, STRING, DataType, array_of
from streamgauge.flow.windows import Count, Same, Session, Sliding, Tumbling, Window

__all__ = [
    "BOOLEAN", "DOUBLE", "LONG", "STRING",
    "Aggregate", "Call", "Count", "DataType", "Dedup", "Emission", "Explode", "Filter", "Flaw", "Flow", "FlowError", "Fold",
    "Identification", "Iterate", "Join", "JoinKind", "Lookup", "Miss", "Repartition", "RepartitionKind", "Same", "Schema",
    "Select", "Session", "Sink", "Sliding", "Source", "Step", "Table", "Tumbling", "Union", "Window", "WireFormat", "array_of",
]  # fmt: skip
