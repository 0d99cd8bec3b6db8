"""A table by key in a DuckDB file: written once, then read by as many processes as like to."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from streamgauge.flow import Table

_TYPES = {"LONG": "BIGINT", "STRING": "VARCHAR"}


class DuckTable:
    """The table of a file. It is opened at the first question, so that it can be filled by another before."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: Any = None

    def fill(self, table: Table) -> None:
        import duckdb
        import pyarrow as pa

        columns = {f"c{number}": [row[number] for row in table.rows] for number in range(len(table.schema.columns))}
        types = ", ".join(f"c{n} {_TYPES.get(kind.name, kind.name)}" for n, (_, kind) in enumerate(table.schema))
        with duckdb.connect(str(self._path)) as connection:
            connection.execute(f"CREATE OR REPLACE TABLE contents ({types}, PRIMARY KEY (c0))")
            if table.rows:
                connection.register("filled", pa.table(columns))
                connection.execute("INSERT INTO contents SELECT * FROM filled")

    def find(self, keys: Sequence[str]) -> list[tuple[Any, ...] | None]:
        if self._connection is None:
            import duckdb

            self._connection = duckdb.connect(str(self._path), read_only=True, config={"threads": 1})
        question = "SELECT * FROM contents WHERE c0 IN (SELECT unnest($1))"
        found = {key: tuple(values) for key, *values in self._connection.execute(question, [list(keys)]).fetchall()}
        return [found.get(key) for key in keys]

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
