"""Which records anything reads at all: where each reader of the input begins with a filter for certain texts in one column, the
format passes the others over as soon as it has seen that column. Flink has no such thing: it decodes whole records first.

Not where rows wait for a watermark. A record that is passed over does not move it, and rows would wait longer than they must.
"""

from collections.abc import Iterator

from streamgauge.flow import STRING, Filter, Flow
from streamgauge.flow.expressions.tree import Call, Column, Expr, Literal


def wanted_texts(flow: Flow) -> dict[str, list[str]]:
    """A column of the source and the texts in it that some reader wants; empty if all records may be wanted."""
    readers = [step for step in flow.steps if flow.source in step.upstreams]
    if flow.waits_for_time or not all(isinstance(step, Filter) for step in readers):
        return {}
    asked = [dict(_texts(step.expression)) for step in readers if isinstance(step, Filter)]
    for column in asked[0]:
        if all(column in each for each in asked):
            return {column: list(dict.fromkeys(text for each in asked for text in each[column]))}
    return {}


def _texts(predicate: Expr) -> Iterator[tuple[str, list[str]]]:
    """The columns that must be one of certain texts for the predicate to be true."""
    match predicate:
        case Call("and", (left, right)):
            yield from _texts(left)
            yield from _texts(right)
        case Call("eq", (Literal() as text, Column() as column), type):
            yield from _texts(Call("eq", (column, text), type))
        case Call("eq" | "in", (Column(name, type), *others)) if type == STRING:
            texts = [each.value for each in others if isinstance(each, Literal) and isinstance(each.value, str)]
            if len(texts) == len(others):
                yield name, texts
