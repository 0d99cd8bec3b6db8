"""The tasks of the IoT benchmark that need no outside service, each a workload of its own; its applications (seed work 002)."""

from streamgauge.workloads.iot import etl, ordered, parse, pred, predictions, stats, xml

_MODULES = (ordered, parse, xml, predictions, stats, pred, etl)

WORKLOADS = tuple(workload for module in _MODULES for workload in module.WORKLOADS)
