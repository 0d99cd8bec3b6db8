"""The kit notices what it is there for: answers that differ, refusals that are missing, and those that nobody expects."""

from dataclasses import replace

import pytest

from streamgauge.engines.support import SupportTable
from streamgauge.flow import Flow
from streamgauge.testing import Claims, OpenEngine
from streamgauge.testing.opened import START_MS
from streamgauge.testing.text_flows import long_words, word_counts
from streamgauge.testing.times import wrong_times

FILES = Claims(transports=("files",))
TEXTS = [b"a b", b"b"]


def incapable(engine: OpenEngine, claims: Claims) -> OpenEngine:
    """The engine, as one that supports nothing yet."""
    return replace(engine, engine=replace(engine.engine, support=SupportTable()), claims=claims)  # type: ignore[type-var]


def test_a_right_answer_passes(reference: OpenEngine) -> None:
    reference.check(word_counts(), TEXTS, rows=2)


def test_a_wrong_number_of_rows_does_not(reference: OpenEngine) -> None:
    with pytest.raises(AssertionError):
        reference.check(word_counts(), TEXTS, rows=3)
    with pytest.raises(AssertionError):
        reference.check(word_counts(), [])


@pytest.mark.parametrize("flow", [word_counts(), long_words()], ids=lambda flow: flow.name)
def test_times_that_are_not_the_references_are_told(reference: OpenEngine, flow: Flow) -> None:
    texts = [b"longest words", b"words"]
    _, collector = reference.run(flow, texts)
    assert wrong_times(flow, texts, START_MS, collector) == []
    told = wrong_times(flow, texts, START_MS + 1, collector)
    assert told
    assert all(each.startswith("_t of ") for each in told)


@pytest.mark.parametrize("claims", [Claims(never={"counts"}), Claims(not_yet={"counts"})])
def test_what_must_be_refused_and_runs(reference: OpenEngine, claims: Claims) -> None:
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        replace(reference, claims=replace(claims, transports=("files",))).check(word_counts(), TEXTS)


def test_what_is_refused_with_another_word(reference: OpenEngine) -> None:
    incapable(reference, Claims(not_yet={"counts"})).check(word_counts(), TEXTS)
    with pytest.raises(AssertionError, match="Regex"):
        incapable(reference, Claims(never={"counts"})).check(word_counts(), TEXTS)


def test_what_is_refused_and_must_run(reference: OpenEngine) -> None:
    with pytest.raises(pytest.fail.Exception, match="counts is claimed, and refused"):
        incapable(reference, FILES).check(word_counts(), TEXTS)


def test_what_is_refused_and_may_be_is_skipped_and_not_called_passed(reference: OpenEngine) -> None:
    with pytest.raises(pytest.skip.Exception, match="not claimed"):
        incapable(reference, Claims(only={"grep"})).check(word_counts(), TEXTS)


def test_a_transport_that_is_not_claimed_must_be_refused(reference: OpenEngine) -> None:
    incapable(reference, FILES).check(word_counts(), TEXTS, transport="kafka")
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        replace(reference, claims=Claims(transports=("kafka",))).check(word_counts(), TEXTS, transport="files")
    with pytest.raises(AssertionError, match="supports kafka, which the claims do not name"):
        reference.check(word_counts(), TEXTS, transport="kafka")
