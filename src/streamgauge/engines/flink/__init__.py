"""Flink: a flow as Flink SQL, run by a mini cluster in a process and an environment of its own."""

from streamgauge.engines.flink.engine import ENGINE

__all__ = ["ENGINE"]
