"""The parts of a flow in words: what each does, where it is cut and why, and what a switch of it promises."""

from collections.abc import Sequence

from streamgauge.engines.dual.hops import Hop
from streamgauge.engines.dual.parts import Part, slots_needed

_INDENT = "        "


def describe(parts: Sequence[Part], shuffle_partitions: int) -> str:
    """One paragraph for each part, one line for each topic between them."""
    lines = []
    for part in parts:
        lines += [f"part {part.number}  {' -> '.join(part.steps)}", f"{_INDENT}begins here: {part.reason}"]
        lines.append(f"{_INDENT}{_paradigms(part)}")
        lines.append(f"{_INDENT}{_promise(part)}")
        lines += [f"{_INDENT}{note}" for note in part.notes]
        if part.writes is not None:
            lines.append(f"   |    {_topic(part.writes)}")
    slots = slots_needed(parts, 1, shuffle_partitions)
    lines.append(f"task slots: {slots} with one partition of input, and one more for each further one of each part")
    return "\n".join(lines)


def _paradigms(part: Part) -> str:
    return f"stays in the operation stream: {part.stays}" if part.stays else "starts in the data stream, and switches"


def _promise(part: Part) -> str:
    if part.is_ordered:
        return "a switch loses and repeats nothing: exactly once, from topic to topic"
    return "a switch may write updates again; final values are exact" if part.flow.is_stateful else "a switch may repeat rows"


def _topic(hop: Hop) -> str:
    spread = "partition by partition" if hop.keeps_partitions else f"by {', '.join(hop.spread_by) or 'origin'}"
    return f"topic: {', '.join((*hop.schema.names, *hop.marks))}; {spread}"
