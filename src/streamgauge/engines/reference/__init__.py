"""The reference engine: one record at a time, one thread. It defines what a flow means."""

from streamgauge.engines.reference.engine import ENGINE
from streamgauge.engines.reference.evaluate import evaluate

__all__ = ["ENGINE", "evaluate"]
