"""Streaming workloads defined once, run on several engines and paradigms, every answer verified."""

__version__ = "0.1.0"
