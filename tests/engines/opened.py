"""The open engine of the conformance kit, by which all tests here run flows."""

from streamgauge.testing import OpenEngine

__all__ = ["OpenEngine"]
