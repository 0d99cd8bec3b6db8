"""The tasks of the IoT benchmark that need no outside service, each a workload of its own (seed work 002)."""

from streamgauge.workloads.iot import ordered, parse, predictions

WORKLOADS = (*ordered.WORKLOADS, *parse.WORKLOADS, *predictions.WORKLOADS)
