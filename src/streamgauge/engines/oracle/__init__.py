"""The oracle: a vectorised twin of the reference engine, for millions of records.

It is no engine: it reads no topic and writes none. It lowers a flow to one SQL query, which DuckDB answers. The reference
defines the meaning; the two are tested against each other with random flows.
"""

from streamgauge.engines.oracle.answer import answer_by_duckdb
from streamgauge.engines.oracle.support import supports

__all__ = ["answer_by_duckdb", "supports"]
