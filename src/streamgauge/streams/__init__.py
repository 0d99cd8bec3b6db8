"""Deterministic event streams, one a file, and the rate shapes that say when each event is due."""

from streamgauge.streams.base import Stream

__all__ = ["Stream"]
