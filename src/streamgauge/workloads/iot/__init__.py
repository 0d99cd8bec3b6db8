"""The tasks of the IoT benchmark, each a workload of its own, and its applications (seed work 002)."""

from streamgauge.workloads.iot import etl, ordered, outside, parse, pred, predictions, stats, xml

_MODULES = (ordered, parse, xml, predictions, outside, stats, pred, etl)

WORKLOADS = tuple(workload for module in _MODULES for workload in module.WORKLOADS)
