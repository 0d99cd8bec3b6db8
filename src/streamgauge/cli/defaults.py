"""The defaults of workloads, for those who read runs and know no workload."""

from typing import Any


def property_defaults(workload: str) -> dict[str, Any]:
    """The properties of a workload; of one that is not here, none are known."""
    from streamgauge.workloads import workloads

    found = workloads().get(workload)
    return {each.name: each.default for each in found.properties} if found else {}
