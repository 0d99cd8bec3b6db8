"""A flow's static table as a table of Flink's, and the lookup in it; see `java/StaticTable.java`."""

import json

from streamgauge.engines.flink.dialect import FLINK
from streamgauge.engines.flink.source import create_table
from streamgauge.engines.flink.stage import Stage, identifiers
from streamgauge.flow import Lookup, Miss

_ID = "_id"  # the table's first column
_NOW = "_now"  # Flink wants to know as of when the table is meant


def table_name(step: Lookup) -> str:
    return FLINK.identifier(f"table of {step.name}")


def static_table(step: Lookup) -> str:
    """The statement that makes the table. By its key Flink knows that a row stays one: updated rows can be looked up then.

    A key that is null equals nothing, so its row is left out.
    """
    names = [_ID, *identifiers(step.added_columns)]
    types = [FLINK.type_name(data_type) for _, data_type in step.table.schema]
    columns = [f"{name} {data_type}" for name, data_type in zip(names, types, strict=True)]
    columns[0] += " NOT NULL"
    columns.append(f"PRIMARY KEY ({_ID}) NOT ENFORCED")
    rows = [row for row in step.table.rows if row[0] is not None]
    return create_table(table_name(step), columns, {"connector": "static-table", "rows": json.dumps(rows)})


def look_up(step: Lookup, stage: Stage) -> Stage:
    own = [f"l.{name}" for name in (*identifiers(step.upstream.schema.names), *stage.marks.columns)]
    added = [f"r.{name}" for name in identifiers(step.added_columns)]
    if step.miss is Miss.DEFAULT:
        values = [FLINK.literal(value) for value in step.default_values]
        added = [
            f"CASE WHEN r.{_ID} IS NULL THEN {value} ELSE {column} END AS {column[2:]}"
            for value, column in zip(values, added, strict=True)
        ]
    how = "JOIN" if step.miss is Miss.DROP else "LEFT JOIN"
    sql = "\n".join(
        (
            f"SELECT {', '.join([*own[: len(step.upstream.schema.names)], *added, *own[len(step.upstream.schema.names) :]])}",
            f"FROM (SELECT *, PROCTIME() AS {_NOW} FROM {stage.sql}) AS l",
            f"{how} {table_name(step)} FOR SYSTEM_TIME AS OF l.{_NOW} AS r ON l.{FLINK.identifier(step.on)} = r.{_ID}",
        )
    )
    return stage._replace(sql=sql)
