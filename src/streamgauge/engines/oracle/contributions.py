"""Which input goes into which row: for flows that end in one aggregate, from the same SQL that answers them.

An engine may write one update for many inputs. To tell when each of them was first seen in the output, one must know which
rows it changes; the output does not say so.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from streamgauge.engines.oracle.answer import connect
from streamgauge.engines.oracle.dialect import DUCKDB
from streamgauge.engines.oracle.lowering import RECORDS, Stage, lower_step
from streamgauge.engines.oracle.records import as_table
from streamgauge.engines.oracle.source import decoded_sql
from streamgauge.engines.oracle.support import supports
from streamgauge.engines.oracle.time import TIME
from streamgauge.engines.oracle.windows import grouped_by, rows_to_group
from streamgauge.flow import Aggregate, Filter, Flow, Session, Step
from streamgauge.flow.answer import Identity
from streamgauge.flow.expressions.tree import columns_of
from streamgauge.flow.marks import EVENT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ROWS, _DECODED = "numbered_rows", "decoded"


def can_tell(flow: Flow) -> bool:
    """Is there one stateful step, an aggregate whose rows keep their identity up to the sink, and are written at once?"""
    stateful = [step for step in flow.steps if step.is_stateful]
    if len(stateful) != 1 or not supports(flow):
        return False
    (step,) = stateful
    is_plain = isinstance(step, Aggregate) and not step.is_order_sensitive and not isinstance(step.window, Session)
    return is_plain and step.row_identity == flow.sink.identity and not any(map(_holds_back, flow.steps))


def _holds_back(step: Step) -> bool:
    """Does it wait for something that other inputs must bring?"""
    if not isinstance(step, Filter) or step.updates_by is None:
        return False
    return not set(columns_of(step.expression)) <= set(step.updates_by)


def contributions(
    flow: Flow, records: Iterable[bytes], rows: Mapping[Identity, int]
) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """Event and row number, once for each row that an event goes into; `rows` numbers the rows of the answer.

    The flow must be one that `can_tell`. Pairs come in the order of the events.
    """
    import numpy as np
    import pyarrow as pa

    identity = flow.sink.identity
    columns: Sequence[Sequence[Any]] = list(zip(*rows, strict=True)) if rows else [[] for _ in identity]
    table = pa.table({name: list(column) for name, column in zip(identity, columns, strict=True)} | {"_row": list(rows.values())})
    with connect() as connection:
        connection.register(RECORDS, as_table(records, flow.source.format))
        connection.register(_ROWS, table)
        found = connection.execute(_query(flow)).fetchnumpy()
    return np.asarray(found["_input"], dtype=np.int64), np.asarray(found["_row"], dtype=np.int64)


def _query(flow: Flow) -> str:
    aggregate = next(step for step in flow.steps if isinstance(step, Aggregate))
    marks = (EVENT, TIME) if flow.source.has_event_time else (EVENT,)
    parts = [(_DECODED, decoded_sql(flow.source, RECORDS))]
    stages: dict[int, Stage] = {}
    for number, step in enumerate(flow.steps):
        if step is aggregate:
            break
        inputs = [stages[id(upstream)] for upstream in step.upstreams] or [Stage(_DECODED, marks)]
        stage = lower_step(step, *inputs)
        parts.append((f"_step{number}", stage.sql))
        stages[id(step)] = stage._replace(sql=f"_step{number}")
    before = stages[id(aggregate.upstream)].sql
    groups = grouped_by(aggregate)
    same = [f"_in.{groups[name]} IS NOT DISTINCT FROM _out.{DUCKDB.identifier(name)}" for name in flow.sink.identity]
    steps = ",\n".join(f"{name} AS (\n{sql}\n)" for name, sql in parts)
    joined = f"{rows_to_group(aggregate, before)} AS _in JOIN {_ROWS} AS _out ON {' AND '.join(same) or 'true'}"
    return f"WITH {steps}\nSELECT _in.{EVENT}[1] AS _input, _out._row\nFROM {joined}\nORDER BY _input"
