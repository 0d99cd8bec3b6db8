"""The conformance kit: the tests that every engine has to pass, for yours too. It needs pytest.

from streamgauge.testing import EngineTests, engine_fixture

open_engine = engine_fixture("yours")


class TestYours(EngineTests):
    pass
"""

import pytest

pytest.register_assert_rewrite(*(f"{__name__}.{each}" for each in ("answers", "broken", "lifecycle", "opened", "steps")))

from streamgauge.testing.answers import AnswerTests  # noqa: E402
from streamgauge.testing.broken import BrokenRecordTests  # noqa: E402
from streamgauge.testing.claims import Claims  # noqa: E402
from streamgauge.testing.fixture import engine_fixture  # noqa: E402
from streamgauge.testing.lifecycle import LifecycleTests  # noqa: E402
from streamgauge.testing.opened import OpenEngine, opened  # noqa: E402
from streamgauge.testing.steps import StepTests  # noqa: E402


class EngineTests(AnswerTests, StepTests, BrokenRecordTests, LifecycleTests):
    """All of them."""


__all__ = [
    "AnswerTests", "BrokenRecordTests", "Claims", "EngineTests", "LifecycleTests", "OpenEngine", "StepTests", "engine_fixture",
    "opened",
]  # fmt: skip
