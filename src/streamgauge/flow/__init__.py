"""The language: what a streaming workload computes, apart from any engine.

A flow is a graph of frozen steps; expressions are SQL text over a closed catalogue of functions. Nothing here runs
anything: engines give flows their life, the reference engine gives them their meaning.
"""

from streamgauge.flow.flaws import Flaw, FlowError
from streamgauge.flow.graph import Flow
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Step
from streamgauge.flow.steps import Aggregate, Explode, Filter, Select, Sink, Source, WireFormat
from streamgauge.flow.types import BOOLEAN, DOUBLE, LONG, STRING, DataType, array_of

__all__ = [
    "BOOLEAN", "DOUBLE", "LONG", "STRING",
    "Aggregate", "DataType", "Emission", "Explode", "Filter", "Flaw", "Flow", "FlowError", "Schema", "Select", "Sink", "Source",
    "Step", "WireFormat", "array_of",
]  # fmt: skip
