"""Engines that run in a process of their own: the session on our side, and what the child serves on its side."""

from streamgauge.engines.child.session import ChildSession, RunningChild

__all__ = ["ChildSession", "RunningChild"]
