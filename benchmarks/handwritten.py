"""WordCount, Grep and the Yahoo benchmark as an expert writes them in PySpark, with the marks that streamgauge needs.

They do the work that the lowered flows do: the same columns in the output, rows of one key in one partition.
"""

from collections.abc import Callable

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f

from streamgauge.streams.ysb import Ysb


def wordcount(records: DataFrame, partitions: int) -> DataFrame:
    lines = records.select(f.col("value").cast("string").alias("sentence"), f.unix_millis("timestamp").alias("_t"))
    words = lines.select("_t", f.explode(f.split("sentence", " ")).alias("word"))
    counts = words.groupBy("word").agg(f.count("*").alias("count"), f.max("_t").alias("_t"))
    return counts.select(f.to_json(f.struct("word", "count", "_t")).alias("value"), spread("word", partitions=partitions))


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


def ysb(records: DataFrame, partitions: int) -> DataFrame:
    fields = (
        "user_id STRING, page_id STRING, ad_id STRING, ad_type STRING, event_type STRING, event_time STRING, ip_address STRING"
    )
    campaigns = records.sparkSession.createDataFrame(Ysb().campaign_table(), "ad STRING, campaign STRING")
    events = records.select(f.from_json(f.col("value").cast("string"), fields).alias("e"), f.unix_millis("timestamp").alias("_t"))
    whole = f.expr(" AND ".join(f"e.{field.split()[0]} IS NOT NULL" for field in fields.split(", ")))
    timed = events.where(whole).select(
        "e.ad_id", "e.event_type", "_t", f.timestamp_millis(f.expr("try_cast(e.event_time AS BIGINT)")).alias("time")
    )
    views = timed.where("time IS NOT NULL").withWatermark("time", "1 second").where("event_type = 'view'")
    joined = views.join(f.broadcast(campaigns), views["ad_id"] == campaigns["ad"], "left")
    named = joined.select(f.expr("coalesce(campaign, 'UNKNOWN AD')").alias("campaign"), "time", "_t")
    counts = named.groupBy(f.window("time", "10 seconds"), "campaign").agg(f.count("*").alias("count"), f.max("_t").alias("_t"))
    rows = counts.select(
        "campaign",
        f.unix_millis("window.start").alias("window_start"),
        f.unix_millis("window.end").alias("window_end"),
        "count",
        "_t",
    )
    return rows.select(
        f.to_json(f.struct("campaign", "window_start", "window_end", "count", "_t")).alias("value"),
        spread("campaign", "window_start", partitions=partitions),
    )


def spread(*columns: str, partitions: int) -> Column:
    """The output partition: the same for all rows that are equal in these columns."""
    return f.pmod(f.hash(*columns), f.lit(partitions)).alias("partition")


HANDWRITTEN: dict[str, Callable[[DataFrame, int], DataFrame]] = {"wordcount": wordcount, "grep": grep, "ysb": ysb}
