"""The conformance kit on our own engines: steps."""

from streamgauge.testing import StepTests


class TestSteps(StepTests):
    pass
