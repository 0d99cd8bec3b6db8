"""The operations on a record's way: where it is stamped when somebody asks where its time goes.

A stamp is the wall clock in milliseconds when the record leaves the operation. Stamps travel like the intended time: of the
records in a row, the newest one's. Only what every record passes is stamped; what happens in a branch counts for the step
where the branches meet. The last operation ends when the row is appended to the output, and needs no stamp.
"""

from dataclasses import dataclass

from streamgauge.flow.graph import Flow
from streamgauge.flow.step import Step
from streamgauge.flow.steps import Repartition, Sink, Source

STAMP = "_at"
RECEIVED = f"{STAMP}0"
RECEIVE, PARSE = "receive", "parse"


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation, the column of its stamp, and the step whose rows get it; does it send records from task to task?"""

    name: str
    stamp: str | None
    step: Step | None
    exchanges: bool


def operations(flow: Flow) -> tuple[Operation, ...]:
    """In the order of the way. The source is two: a record is received, and parsed.

    >>> from streamgauge.flow import STRING, Aggregate, Emission, Schema
    >>> words = Source(Schema.of(word=STRING))
    >>> counts = Aggregate(words, ("word",), {"count": "count(*)"}, Emission.UPDATE, name="counts")
    >>> [(each.name, each.stamp, each.exchanges) for each in operations(Flow("words", Sink(counts)))]
    [('receive', '_at0', False), ('parse', '_at1', False), ('counts', '_at2', True), ('sink', None, False)]
    """
    found, between = [Operation(RECEIVE, RECEIVED, None, exchanges=False)], list[Step]()
    passed = _passed_by_all(flow)
    for step in flow.steps:
        between.append(step)
        if step.name not in passed:
            continue
        name = PARSE if isinstance(step, Source) else step.name
        stamp = None if isinstance(step, Sink) else f"{STAMP}{len(found)}"
        found.append(Operation(name, stamp, step, exchanges=any(map(_exchanges, between))))
        between.clear()
    return tuple(found)


def _exchanges(step: Step) -> bool:
    return step.is_stateful or isinstance(step, Repartition)


def _passed_by_all(flow: Flow) -> frozenset[str]:
    """The names of the steps that lie on every way from the source to the sink."""
    always: dict[str, frozenset[str]] = {}
    for step in flow.steps:
        before = [always[upstream.name] for upstream in step.upstreams]
        always[step.name] = frozenset.intersection(*before) | {step.name} if before else frozenset({step.name})
    return always[flow.sink.name]
