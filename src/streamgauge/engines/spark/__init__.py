"""Spark Structured Streaming through PySpark: one lowering, two paradigms."""

from streamgauge.engines.spark.engine import MICROBATCH, REALTIME

__all__ = ["MICROBATCH", "REALTIME"]
