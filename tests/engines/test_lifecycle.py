"""The conformance kit on our own engines: how flows begin, end and fail."""

from streamgauge.testing import LifecycleTests


class TestLifecycle(LifecycleTests):
    pass
