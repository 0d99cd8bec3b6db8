"""A flow in parts: each is a flow of its own that is in one paradigm at a time, with a topic between it and the next."""

from collections.abc import Sequence
from dataclasses import dataclass

from streamgauge.engines.dual.cuts import Block, CutRule, blocks_of, chosen_cuts, never_in_data_stream
from streamgauge.engines.dual.hops import Hop, hop_behind
from streamgauge.engines.dual.part_flow import part_flow
from streamgauge.engines.spark.stages import stages_of
from streamgauge.engines.support import SupportTable
from streamgauge.flow import Flow, Repartition, Union

SPARE_SLOTS = 2


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive steps of a flow."""

    number: int  # from 1
    flow: Flow
    steps: tuple[str, ...]  # by name, as in the whole flow
    reason: str  # why it begins where it does
    reads: Hop | None = None  # None: the flow's own input
    writes: Hop | None = None  # None: the flow's own output
    stays: str = ""  # why it never leaves the operation stream; empty if it can
    notes: tuple[str, ...] = ()  # which steps could not be cut apart, and why

    @property
    def is_ordered(self) -> bool:
        """Do rows leave it in the order of their origins, so that a restart can leave out exactly those already written?"""
        return not self.flow.is_stateful and not any(isinstance(step, (Repartition, Union)) for step in self.flow.steps)

    def stages(self, input_partitions: int, shuffle_partitions: int) -> tuple[int, ...]:
        """The tasks of each of its stages; in the data stream all of them run at once."""
        reading = (self.reads.partitions if self.reads else None) or input_partitions
        return stages_of(self.flow, reading, shuffle_partitions)


def parts_of(flow: Flow, rule: CutRule, support: SupportTable | None = None) -> tuple[Part, ...]:
    """The flow, cut by this rule. `support` is what the data stream can run: Spark's real-time mode by default."""
    support = support or _realtime_support()
    blocks = blocks_of(flow)
    cuts = chosen_cuts(blocks, rule, support)
    starts = [0, *(place + 1 for place in cuts)]
    reasons = ["the flow begins here", *cuts.values()]
    parts, reads = list[Part](), None
    for start, end, reason in zip(starts, [*starts[1:], len(blocks)], reasons, strict=True):
        stretch = blocks[start:end]
        steps = [step for block in stretch for step in block.steps]
        writes = hop_behind(flow, steps, reads) if end < len(blocks) else None
        own = part_flow(flow, steps, len(parts) + 1, reads, writes) if cuts else flow
        parts.append(
            Part(
                number=len(parts) + 1,
                flow=own,
                steps=tuple(step.name for step in steps),
                reason=reason,
                reads=reads,
                writes=writes,
                stays=next((why for step in own.steps if (why := never_in_data_stream(step, support))), ""),
                notes=tuple(_note(block) for block in stretch if block.reason and rule is not CutRule.ONE),
            )
        )
        reads = writes
    return tuple(parts)


def slots_needed(parts: Sequence[Part], input_partitions: int, shuffle_partitions: int) -> int:
    """The task slots that all parts need at once: without them Spark ends a query of real-time mode."""
    return sum(sum(part.stages(input_partitions, shuffle_partitions)) for part in parts) + SPARE_SLOTS


def _realtime_support() -> SupportTable:
    from streamgauge.engines.spark.support import REALTIME_SUPPORT

    return REALTIME_SUPPORT


def _note(block: Block) -> str:
    return f"{', '.join(step.name for step in block.steps)} stay together: {block.reason}"
