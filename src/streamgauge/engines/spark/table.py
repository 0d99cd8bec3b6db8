"""A flow's static table as rows: written out in the plan, so that real-time mode takes it too."""

from pyspark.sql import DataFrame, SparkSession

from streamgauge.engines.spark.dialect import SPARK
from streamgauge.flow import Table


def as_rows(spark: SparkSession, table: Table) -> DataFrame:
    """The table; its key is column `_key`."""
    names = ["_key", *(SPARK.identifier(name) for name in table.schema.names[1:])]
    types = [SPARK.type_name(data_type) for _, data_type in table.schema]
    typed = [f"CAST({name} AS {data_type}) AS {name}" for name, data_type in zip(names, types, strict=True)]
    rows = table.rows or (tuple(None for _ in names),)
    values = ", ".join(f"({', '.join(SPARK.literal(value) for value in row)})" for row in rows)
    found = spark.sql(f"SELECT {', '.join(typed)} FROM VALUES {values} AS t({', '.join(names)})")  # noqa: S608 - all of it is ours
    return found if table.rows else found.where("false")
