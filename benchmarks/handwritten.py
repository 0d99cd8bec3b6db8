"""WordCount and Grep as an expert writes them in PySpark, with the marks that streamgauge needs and without.

They do the work that the lowered flows do: the same columns in the output, rows of one key in one partition.
"""

from collections.abc import Callable

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f


def wordcount(records: DataFrame, partitions: int) -> DataFrame:
    lines = records.select(f.col("value").cast("string").alias("sentence"), f.unix_millis("timestamp").alias("_t"))
    words = lines.select("_t", f.explode(f.split("sentence", " ")).alias("word"))
    counts = words.groupBy("word").agg(f.count("*").alias("count"), f.max("_t").alias("_t"))
    return counts.select(f.to_json(f.struct("word", "count", "_t")).alias("value"), spread("word", partitions=partitions))


def wordcount_without_marks(records: DataFrame, partitions: int) -> DataFrame:
    lines = records.select(f.col("value").cast("string").alias("sentence"))
    counts = lines.select(f.explode(f.split("sentence", " ")).alias("word")).groupBy("word").agg(f.count("*").alias("count"))
    return counts.select(f.to_json(f.struct("word", "count")).alias("value"), spread("word", partitions=partitions))


def grep(records: DataFrame, partitions: int) -> DataFrame:
    lines = records.select(
        f.col("value").cast("string").alias("sentence"),
        f.unix_millis("timestamp").alias("_t"),
        f.col("partition").cast("bigint").alias("_partition"),
        f.col("offset").alias("_offset"),
    )
    matches = lines.where(f.col("sentence").contains("needle"))
    origin = f.array("_partition", "_offset").alias("_o")
    return matches.select(
        f.to_json(f.struct("sentence", "_t", origin)).alias("value"), spread("_partition", "_offset", partitions=partitions)
    )


def grep_without_marks(records: DataFrame, partitions: int) -> DataFrame:
    lines = records.select(f.col("value").cast("string").alias("sentence"))
    matches = lines.where(f.col("sentence").contains("needle"))
    return matches.select(f.to_json(f.struct("sentence")).alias("value"), spread("sentence", partitions=partitions))


def spread(*columns: str, partitions: int) -> Column:
    """The output partition: the same for all rows that are equal in these columns."""
    return f.pmod(f.hash(*columns), f.lit(partitions)).alias("partition")


HANDWRITTEN: dict[str, Callable[[DataFrame, int], DataFrame]] = {"wordcount": wordcount, "grep": grep}
WITHOUT_MARKS: dict[str, Callable[[DataFrame, int], DataFrame]] = {
    "wordcount": wordcount_without_marks,
    "grep": grep_without_marks,
}
