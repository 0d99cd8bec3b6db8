"""The dual-paradigm engine for your own PySpark pipelines: real-time mode when calm, micro-batches in a burst.

See docs/dual-pipeline.md; examples/dual_pipeline.py runs as it is.
"""

from pathlib import Path

from streamgauge.engines.dual.policy import Policy
from streamgauge.engines.dual.spark.own_pipeline import Guarantee, explode
from streamgauge.engines.dual.spark.query import DualQuery
from streamgauge.engines.spark.settings import FEW_TASKS, HEARTBEATS, LATENCY, ONE_TRY, SHORT_QUEUE, SNAPSHOTS, STATE
from streamgauge.host.jars import fetch
from streamgauge.transport.kafka.settings import ClientSettings
from streamgauge.transport.kafka.topic import KafkaTopic


def jars() -> list[Path]:
    """The pinned jars that let this Spark read and write Kafka, fetched once: a session takes them as `spark.jars`."""
    return fetch("spark-kafka")


# What the Spark session must be made with: where the driver does the work, and where executors elsewhere do.
SETTINGS = STATE | SNAPSHOTS | LATENCY | SHORT_QUEUE | FEW_TASKS
CLUSTER_SETTINGS = SETTINGS | HEARTBEATS | ONE_TRY

__all__ = ["CLUSTER_SETTINGS", "SETTINGS", "ClientSettings", "DualQuery", "Guarantee", "KafkaTopic", "Policy", "explode", "jars"]
