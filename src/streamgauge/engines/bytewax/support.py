"""What Bytewax can do."""

from collections.abc import Iterator

from streamgauge.engines.support import YES, Support, SupportTable, never, not_yet
from streamgauge.flow import Call, Flow
from streamgauge.flow.steps import STEPS

_OUR_PROCESS = never("it runs in other processes than ours")
_KAFKA_ONLY = not_yet("it reads and writes Kafka only")
_EMBEDDED_ONLY = not_yet("its environment has no clients of real services")


def _limits(flow: Flow) -> Iterator[tuple[str, Support]]:
    for step in flow.steps:
        if isinstance(step, Call) and step.provider != "embedded":
            yield step.label, _EMBEDDED_ONLY


SUPPORT = SupportTable(
    steps=dict.fromkeys(STEPS, YES),
    limits=_limits,
    inputs={"kafka": YES, "files": _KAFKA_ONLY, "memory": _OUR_PROCESS},
    outputs={
        "kafka": YES,
        "files": _KAFKA_ONLY,
        "null": _KAFKA_ONLY,
        "memory": _OUR_PROCESS,
        "stdout": _OUR_PROCESS,
    },
)
