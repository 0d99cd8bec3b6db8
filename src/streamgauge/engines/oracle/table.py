"""A flow's static table as SQL."""

from dataclasses import replace

from streamgauge.engines.oracle.dialect import DUCKDB
from streamgauge.flow import Table

_BARE = replace(DUCKDB, long_suffix="", double_suffix="")  # the columns are cast as a whole


def table_sql(table: Table) -> str:
    """The table; its key is column `_key`."""
    names = ["_key", *(DUCKDB.identifier(name) for name in table.schema.names[1:])]
    types = [DUCKDB.type_name(data_type) for _, data_type in table.schema]
    typed = [f"CAST({name} AS {data_type}) AS {name}" for name, data_type in zip(names, types, strict=True)]
    rows = table.rows or (tuple(None for _ in names),)
    values = ", ".join(f"({', '.join(_BARE.literal(value) for value in row)})" for row in rows)
    return f"SELECT {', '.join(typed)} FROM (VALUES {values}) AS t({', '.join(names)})" + ("" if table.rows else " WHERE false")
