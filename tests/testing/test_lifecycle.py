"""The kit notices an engine that takes any option, has no plan, does not stop, hides a failure, or runs one flow only."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from streamgauge.engines.base import Place
from streamgauge.engines.reference.engine import ReferenceEngine, ReferenceSession, RunningReference
from streamgauge.errors import EngineError
from streamgauge.flow import Flow
from streamgauge.testing import LifecycleTests, OpenEngine, lifecycle
from streamgauge.transport.base import Topic

TESTS = LifecycleTests()


class AnyOption(ReferenceEngine):
    def open(self, options: Mapping[str, Any], place: Place) -> ReferenceSession:  # noqa: ARG002 - it takes any
        return ReferenceSession()


class Silent(RunningReference):
    def failure(self) -> str | None:
        return None


class Endless(RunningReference):
    def stop(self) -> None:
        """It runs on."""


class WithoutPlan(RunningReference):
    def explain(self) -> str:
        return ""


class Session(ReferenceSession):
    """Runs flows in another way, so many of them; at the end all are stopped, whatever they do themselves."""

    def __init__(self, running: type[RunningReference], flows: int = 9) -> None:
        self._running, self._left = running, flows
        self._started: list[RunningReference] = []

    def start(self, flow: Flow, input_topic: Topic, output_topic: Topic) -> RunningReference:
        if not self._left:
            raise RuntimeError("a flow is running already")
        self._left -= 1
        self._started.append(self._running(flow, input_topic, output_topic))
        return self._started[-1]

    def explain(self, flow: Flow) -> str:
        return "" if self._running is WithoutPlan else super().explain(flow)

    def close(self) -> None:
        for running in self._started:
            with suppress(Exception):
                RunningReference.stop(running)


@pytest.fixture
def broken(reference: OpenEngine) -> Iterator[Callable[..., OpenEngine]]:
    """Makes of the reference an engine whose flows are of another kind."""
    sessions: list[Session] = []

    def make(running: type[RunningReference], flows: int = 9) -> OpenEngine:
        sessions.append(Session(running, flows))
        return replace(reference, session=sessions[-1])

    yield make
    for session in sessions:
        session.close()


def test_it_passes_one_that_does_as_it_should(reference: OpenEngine) -> None:
    TESTS.test_an_unknown_option_is_refused(reference)
    TESTS.test_a_plan_is_shown_of_a_flow_that_does_not_run(reference)
    TESTS.test_one_that_is_stopped_reads_no_more_and_the_next_runs(reference)
    TESTS.test_a_failure_is_told_and_the_next_runs(reference)


def test_any_option_is_taken(reference: OpenEngine) -> None:
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        TESTS.test_an_unknown_option_is_refused(replace(reference, engine=AnyOption()))


def test_there_is_no_plan(broken: Callable[..., OpenEngine]) -> None:
    with pytest.raises(AssertionError):
        TESTS.test_a_plan_is_shown_of_a_flow_that_does_not_run(broken(WithoutPlan))
    with pytest.raises(AssertionError):
        TESTS.test_one_that_is_stopped_reads_no_more_and_the_next_runs(broken(WithoutPlan))


def test_a_flow_is_not_stopped(broken: Callable[..., OpenEngine]) -> None:
    with pytest.raises(AssertionError, match="it reads on though it was stopped"):
        TESTS.test_one_that_is_stopped_reads_no_more_and_the_next_runs(broken(Endless))


def test_a_failure_is_hidden(broken: Callable[..., OpenEngine], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle, "_WITHIN_S", 1.0)
    with pytest.raises(AssertionError, match="does not tell"):
        TESTS.test_a_failure_is_told_and_the_next_runs(broken(Silent))


def test_there_is_no_second_flow(broken: Callable[..., OpenEngine]) -> None:
    for test in (TESTS.test_one_that_is_stopped_reads_no_more_and_the_next_runs, TESTS.test_a_failure_is_told_and_the_next_runs):
        with pytest.raises(EngineError, match="a flow is running already"):
            test(broken(RunningReference, flows=1))
