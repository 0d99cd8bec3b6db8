"""The output as a table, and the statement that fills it: a row as JSON with the sink's columns and the marks.

Flink takes an updated row back before it writes it anew, unless rows replace each other by a key: so the table has that key, and
what is written is one record for each update. A filter behind an aggregate spoils that: Flink cannot know that a row which has
passed once passes again. There its changes are written down as rows of their own, without those that take back.
"""

from streamgauge.engines.flink.dialect import FLINK
from streamgauge.engines.flink.endpoints import output_options
from streamgauge.engines.flink.source import create_table
from streamgauge.engines.flink.stage import Stage
from streamgauge.flow import LONG, Emission, Filter, Flow
from streamgauge.flow.marks import INTENDED_TIME, ORIGIN
from streamgauge.transport.base import Topic

OUTPUT = "output"


def sink_statements(flow: Flow, last: Stage, topic: Topic) -> tuple[str, str]:
    """The statement that makes the table of the output, and the one that fills it."""
    columns = [(FLINK.identifier(name), FLINK.type_name(data_type)) for name, data_type in flow.sink.schema]
    columns.append((INTENDED_TIME, FLINK.type_name(LONG)))
    values = [name for name, _ in columns]
    if last.marks.origin:
        columns.append((ORIGIN, "ARRAY<BIGINT>"))
        values.append(f"ARRAY[{', '.join(f'CAST({name} AS BIGINT)' for name in last.marks.origin)}]")
    keys = last.marks.keys
    is_taken_back = is_filtered(flow)
    declared = [f"{name} {data_type}" for name, data_type in columns]
    declared += [f"{key} {data_type} NOT NULL" for key, data_type in zip(keys, last.key_types, strict=True)]
    if keys and not is_taken_back:
        declared.append(f"PRIMARY KEY ({', '.join(keys)}) NOT ENFORCED")
    table = create_table(OUTPUT, declared, output_options(topic, keys, replaces=bool(keys) and not is_taken_back))
    relation = last.sql
    if is_taken_back:
        relation = f"TO_CHANGELOG(input => TABLE {last.sql}, op_mapping => MAP['INSERT, UPDATE_AFTER', 'written'])"
    return table, f"INSERT INTO {OUTPUT}\nSELECT {', '.join([*values, *keys])}\nFROM {relation}"


def is_filtered(flow: Flow) -> bool:
    """Does a filter follow where rows are updated?"""
    return flow.emission is Emission.UPDATE and any(
        isinstance(step, Filter) and step.upstream.emission is Emission.UPDATE for step in flow.steps
    )
