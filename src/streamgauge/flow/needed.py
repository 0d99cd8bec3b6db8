"""Which columns of a step's rows anything behind it reads: no others need be decoded, nor written to a topic in between."""

from streamgauge.flow import Aggregate, Dedup, Explode, Filter, Flow, Fold, Lookup, Repartition, Select, Step
from streamgauge.flow.expressions.tree import Expr, columns_of


def needed_columns(flow: Flow, step: Step) -> tuple[str, ...]:
    """The columns of `step` that a later step reads, in order; its first if none does, because a row needs one."""
    needed: dict[int, set[str]] = {id(each): set() for each in flow.steps}
    for reader in reversed(flow.steps):
        needed[id(reader)] = needed[id(reader)] or {reader.schema.names[0]}
        for upstream in reader.upstreams:
            needed[id(upstream)] |= _read(reader, needed[id(reader)]) & set(upstream.schema.names)
    return tuple(name for name in step.schema.names if name in needed[id(step)])


def _read(step: Step, passing: set[str]) -> set[str]:
    """The columns that a step reads; `passing` are those of its own rows that are read behind it."""
    read = {name for upstream in step.upstreams for name in upstream.schema.names}  # all, where nothing else is known
    match step:
        case Filter() | Explode():
            read = passing | _columns(step.expression)
        case Lookup():
            read = passing | {step.on}
        case Repartition():
            read = passing | set(step.columns)
        case Select():
            read = _columns(*(expression for _, expression in step.expressions))
        case Aggregate():
            read = set(step.keys) | _columns(*(each for _, measure in step.expressions for each in measure.arguments))
        case Fold():
            read = {*step.keys, *step.carried} | _columns(*step.expressions)
        case Dedup():
            read = set(step.keys)
    return read


def _columns(*expressions: Expr) -> set[str]:
    return {name for expression in expressions for name in columns_of(expression)}
