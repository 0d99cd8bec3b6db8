"""What the IoT benchmark declares of a task: its category, its pattern, rows out by rows in, and whether it keeps a state."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """A row of the benchmark's table of tasks."""

    code: str
    category: str
    pattern: str
    ratio: str
    has_state: bool

    def __str__(self) -> str:
        state = "with state" if self.has_state else "without state"
        return f"{self.code}: {self.category}, {self.pattern}, {self.ratio}, {state}"


TASKS = {
    "xml": Task("XML", "parse", "transform", "1:1", False),
    "parse": Task("SML", "parse", "transform", "1:1", False),
    "bloom": Task("BLF", "filter", "filter", "1:0/1", False),
    "average": Task("AVG", "statistical", "aggregate", "N:1", True),
    "distinct": Task("DAC", "statistical", "transform", "1:1", True),
    "kalman": Task("KAL", "statistical", "transform", "1:1", True),
    "moment": Task("SOM", "statistical", "transform", "1:1", True),
    "tree": Task("DTC", "predictive", "transform", "1:1", False),
    "regression": Task("MLR", "predictive", "transform", "1:1", False),
    "trend": Task("SLR", "predictive", "flat map", "N:M", True),
    "blob-download": Task("ABD", "IO", "source/transform", "1:1", False),
    "blob-upload": Task("ABU", "IO", "sink", "1:1", False),
    "table-query": Task("ATQ", "IO", "source/transform", "1:1", False),
    "mqtt-publish": Task("MQP", "IO", "sink", "1:1", False),
}
