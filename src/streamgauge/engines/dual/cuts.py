"""Where a flow can be cut into parts, and where it is.

A cut puts a topic between two steps. It can be made only where one stream passes whose rows a topic can hold, so a flow falls
into *blocks* that nothing can cut further; a rule then says which of the places between blocks become cuts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from streamgauge.engines.support import SupportTable
from streamgauge.flow import (
    Aggregate,
    Explode,
    Flow,
    Join,
    JoinKind,
    Lookup,
    Repartition,
    RepartitionKind,
    Same,
    Select,
    Sink,
    Source,
    Step,
    Union,
)
from streamgauge.flow.expressions.tree import Column

MIXING = (Repartition, Union, Join)  # past these, records do not come in the order of their partitions


class CutRule(Enum):
    """Who decides on the cuts."""

    ONE = "one"  # no cut
    AUTO = "auto"  # where a cut brings something
    EVERY = "every"  # wherever it can be: each operation a part of its own


@dataclass(frozen=True, slots=True)
class Block:
    """Steps that stay together, and why, where they are more than one."""

    steps: tuple[Step, ...]
    reason: str = ""

    @property
    def last(self) -> Step:
        return self.steps[-1]

    @property
    def is_topic(self) -> bool:
        """Does the topic behind it do all its work?"""
        return len(self.steps) == 1 and is_done_by_topic(self.last)

    @property
    def is_stateful(self) -> bool:
        return any(step.is_stateful for step in self.steps)

    @property
    def does_something(self) -> bool:
        """Is there more in it than reading, projecting and writing?"""
        return not all(isinstance(step, (Source, Select, Sink)) for step in self.steps)


def blocks_of(flow: Flow) -> tuple[Block, ...]:
    """The flow, cut wherever it can be."""
    blocks: list[Block] = []
    steps, reason = list[Step](), ""
    for step in flow.steps:
        steps.append(step)
        obstacle = "" if isinstance(step, Sink) else _obstacle(flow, step)
        reason = reason or obstacle
        if not obstacle:
            blocks.append(Block(tuple(steps), reason))
            steps, reason = [], ""
    return tuple(blocks)


def chosen_cuts(blocks: Sequence[Block], rule: CutRule, support: SupportTable) -> dict[int, str]:
    """After which of the blocks to cut, each with the reason; `support` is what the data stream can run."""
    if rule is CutRule.ONE:
        return {}
    if rule is CutRule.EVERY:
        places = range(len(blocks) - 1)
        return {place: "each operation is a part" for place in places if not blocks[place + 1].is_topic}
    chosen: dict[int, str] = {}
    for place in range(len(blocks) - 1):
        begin = max(chosen, default=-1) + 1
        if reason := _reason(blocks[begin : place + 1], blocks[place + 1 :], support):
            chosen[place] = reason
    return chosen


def is_done_by_topic(step: Step) -> bool:
    """Does the topic of a cut behind this step do its work? What is written to it is spread as the step says."""
    return isinstance(step, Repartition) and step.how is not RepartitionKind.BROADCAST


def never_in_data_stream(step: Step, support: SupportTable) -> str:
    """Why the data stream cannot run this step; empty if it can."""
    gaps = dict(support.gaps(Flow("so far", Sink(step, name="so far"))))
    if step.waits_for_time and not (final := support.for_emission(step.emission)):
        gaps.setdefault(step.label, final)
    return f"{step.name}: {gaps[step.label].reason}" if step.label in gaps else ""


def reads_event_time(step: Step) -> bool:
    """Does it matter to this step when its rows were?"""
    if isinstance(step, Aggregate):
        return step.window is not None and step.window.is_in_time and not isinstance(step.window, Same)
    return isinstance(step, Join) and step.how in (JoinKind.INTERVAL, JoinKind.WINDOW)


def _obstacle(flow: Flow, step: Step) -> str:
    """Why there can be no cut behind this step; empty if there can."""
    place = next(index for index, each in enumerate(flow.steps) if each is step)
    before, after = flow.steps[: place + 1], flow.steps[place + 1 :]
    passing = {id(upstream) for each in after for upstream in each.upstreams} & {id(each) for each in before}
    if passing != {id(step)}:
        return "several streams pass, and a topic holds one"
    if isinstance(step, Select) and any(_works_out_key(step, reader) for reader in after):
        return "a projection that works out the key of a lookup is part of it"
    if step.window_columns and any(isinstance(each, Aggregate) and isinstance(each.window, Same) for each in after):
        return "a later step needs the windows that the rows carry, and a topic holds columns only"
    if step.has_event_time and any(map(reads_event_time, after)) and any(isinstance(each, MIXING) for each in before):
        return "records of several partitions are mixed, so that a watermark behind a topic would come too early for some"
    return _cannot_be_kept(step)


def _cannot_be_kept(step: Step) -> str:
    """Why a topic cannot hold the rows of this step; empty if it can."""
    if step.updates_by == ():
        return "the one row of an aggregate without keys has nothing that keeps its updates in order"
    if arrays := [name for name, data_type in step.schema if data_type.element]:
        return f"column {arrays[0]!r} is an array, which no source reads"
    return ""


def _works_out_key(step: Select, reader: Step) -> bool:
    if not isinstance(reader, Lookup) or reader.upstream is not step:
        return False
    return not isinstance(dict(step.expressions)[reader.on], Column)


def _reason(before: Sequence[Block], after: Sequence[Block], support: SupportTable) -> str:
    """Why a cut here brings something: `before` are the blocks since the last cut; empty if it does not."""
    last, (first, *_) = before[-1], after
    if first.is_topic:
        return ""
    if isinstance(last.last, Repartition):
        return f"{last.last.name} ends a part: past a shuffle the order that exactly-once needs is gone"
    if isinstance(last.last, Explode) and any(block.is_stateful for block in after):
        return f"{last.last.name} makes many records of one, and what follows keeps state"
    reason = _never(first, support)
    if reason and not _never(last, support) and any(block.does_something for block in before):
        return f"{reason}; it stays in the operation stream"
    if _never(last, support) and any(block.is_stateful and not _never(block, support) for block in after):
        return "from here on the data stream can run the flow again"
    return ""


def _never(block: Block, support: SupportTable) -> str:
    return next((reason for step in block.steps if (reason := never_in_data_stream(step, support))), "")
