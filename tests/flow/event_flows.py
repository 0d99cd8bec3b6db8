"""The flows of the conformance kit, which other tests use too."""

from streamgauge.testing.step_flows import FLOWS, event, events, in_order, joined, out_of_order

__all__ = ["FLOWS", "event", "events", "in_order", "joined", "out_of_order"]
