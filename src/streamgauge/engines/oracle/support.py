"""What the oracle can answer. What it cannot, the reference can, one record at a time."""

from streamgauge.engines.support import YES, Support, SupportTable, never
from streamgauge.flow import Flow, Join, JoinKind

_ORDER = never("its result depends on the order of its records; the reference answers it")

ORACLE_SUPPORT = SupportTable(
    steps=dict.fromkeys(
        ("source", "select", "filter", "explode", "union", "repartition", "lookup", "aggregate", "join", "dedup", "sink"), YES
    )
    | {"fold": _ORDER, "iterate": _ORDER, "call": never("an outside service is no SQL; the reference answers it")},
)

# What it takes for granted of an input, and does not check: on other inputs its answer may differ from the reference's.
ASSUMPTIONS = (
    "no record is late: each stays within the source's watermark delay",
    "a JSON object names no field twice",
    "no DOUBLE becomes infinite or undefined",
)


def supports(flow: Flow) -> Support:
    """Can the oracle answer `flow`? If not, the verdict says why."""
    for step in flow.steps:
        if not (support := ORACLE_SUPPORT.for_step(step.kind)):
            return Support(support.verdict, f"{step.label}: {support.reason}")
        if isinstance(step, Join) and step.how is JoinKind.RETAINED:
            return Support(_ORDER.verdict, f"{step.label}: {_ORDER.reason}")
    return YES
