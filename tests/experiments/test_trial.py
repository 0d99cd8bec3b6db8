"""When a trial is over, and how it ends."""

import threading
import time

import pytest

from streamgauge.errors import EngineError, ExitCode, RequestError
from streamgauge.experiments.plans import Limits
from streamgauge.flow.answer import Answer, Comparison, compare
from streamgauge.host import interrupts
from streamgauge.transport.base import Record

from .trials import ROWS, FakeFlow, FakeSession, wordcount_trial, write

PATIENT = Limits(quiet_s=30, limit_s=30)


def test_it_is_over_when_everything_is_consumed_and_right() -> None:
    trial = wordcount_trial()
    write(trial)
    started = time.monotonic()
    trial.wait(FakeFlow(consumed=2), PATIENT)
    assert time.monotonic() - started < 5
    comparison = trial.check()
    assert comparison.equal
    assert comparison.written == 3
    assert trial.collector.samples()["intended_ms"].tolist() == [1_000] * 3
    assert trial.collector.samples()["append_ms"].tolist() == [1_050] * 3


def test_it_waits_for_what_is_missing() -> None:
    trial = wordcount_trial()
    write(trial, ROWS[:2])
    later = threading.Timer(0.5, write, (trial, ROWS[2:]))
    later.start()
    trial.wait(FakeFlow(consumed=2), PATIENT)
    later.join()
    assert trial.check().equal


def test_to_read_what_was_there_is_not_the_time_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """It had finished in time; our reading takes longer than it may take."""
    trial = wordcount_trial()
    write(trial)
    there = trial.output.reader().poll(0.1)

    def slowly(_: float) -> list[Record]:
        time.sleep(0.4)
        return [there.pop(0)] if there else []

    monkeypatch.setattr(trial.collector._reader, "poll", slowly)
    trial.wait(FakeFlow(consumed=2), Limits(quiet_s=5, limit_s=0.6))
    assert trial.collector.answer.written == 3


def test_a_right_answer_is_not_over_before_all_input_is_consumed() -> None:
    trial = wordcount_trial()
    write(trial)
    with pytest.raises(EngineError, match="1 of 2 records consumed"):
        trial.wait(FakeFlow(consumed=1), Limits(quiet_s=0.1, limit_s=0.6))


@pytest.mark.parametrize("rows", [ROWS[:2], (*ROWS, {"word": "c", "count": 1}), ({"word": "a", "count": 3}, ROWS[1])])
def test_a_wrong_answer_is_found_after_the_quiet_time(rows: "tuple[dict[str, object], ...]") -> None:
    trial = wordcount_trial()
    write(trial, rows)
    started = time.monotonic()
    trial.wait(FakeFlow(consumed=2), Limits(quiet_s=0.5, limit_s=30))
    assert 0.5 <= time.monotonic() - started < 5
    assert not trial.check().equal


def test_a_large_answer_is_compared_once_and_not_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    trial, compared = wordcount_trial(), list[int]()

    def counting(expected: Answer, observed: Answer, *, examples: int) -> Comparison:
        compared.append(observed.written)
        return compare(expected, observed, examples=examples)

    monkeypatch.setattr("streamgauge.experiments.trial.compare", counting)
    write(trial, ROWS[:2])
    trial.wait(FakeFlow(consumed=2), Limits(quiet_s=1.5, limit_s=30))
    assert compared == [2]


def test_what_comes_after_the_end_is_checked_too() -> None:
    trial = wordcount_trial()
    write(trial)
    trial.wait(FakeFlow(consumed=2), PATIENT)
    write(trial, ({"word": "a", "count": 3},))
    assert trial.check().different == 1


def test_a_failure_is_told_at_once() -> None:
    flow = FakeFlow(why="out of\nmemory")
    with pytest.raises(EngineError, match="fake failed: out of memory") as caught:
        wordcount_trial().wait(flow, PATIENT)
    assert caught.value.exit_code is ExitCode.ENGINE_FAILED
    with pytest.raises(EngineError, match="out of memory"):
        wordcount_trial().wait_for_first_output(flow, PATIENT)


def test_the_limit() -> None:
    limits = Limits(quiet_s=30, limit_s=0.3)
    with pytest.raises(EngineError, match=r"not finished after 0\.3 s: 0 of 2"):
        wordcount_trial().wait(FakeFlow(), limits)
    with pytest.raises(EngineError, match="not finished"):
        wordcount_trial().wait_for_first_output(FakeFlow(), limits)


def test_the_first_output_may_be_no_output() -> None:
    wordcount_trial().wait_for_first_output(FakeFlow(consumed=1), PATIENT)
    trial = wordcount_trial()
    write(trial, ROWS[:1])
    trial.wait_for_first_output(FakeFlow(), PATIENT)
    assert trial.collector.answer.written == 0  # it is only seen to be there


def test_an_engine_that_does_not_answer_has_failed() -> None:
    with pytest.raises(EngineError, match="fake failed: ConnectionRefusedError: gone"):
        wordcount_trial().wait(FakeFlow(error=ConnectionRefusedError("gone")), PATIENT)
    with pytest.raises(EngineError, match="fake failed: OSError"), wordcount_trial(FakeSession(error=OSError("no"))).running():
        pass
    with pytest.raises(RequestError), wordcount_trial(FakeSession(error=RequestError("no", where="", fix=""))).running():
        pass


def test_the_flow_is_stopped_and_the_first_error_told() -> None:
    session = FakeSession()
    with wordcount_trial(session).running() as running:
        assert running is session.flow  # type: ignore[comparison-overlap]
    assert session.flow.was_stopped

    broken = FakeSession(FakeFlow(error=OSError("cannot stop either")))
    with pytest.raises(KeyboardInterrupt), wordcount_trial(broken).running():
        raise KeyboardInterrupt
    assert broken.flow.was_stopped
    with pytest.raises(EngineError, match="cannot stop either"), wordcount_trial(broken).running():
        pass


def test_what_fails_after_ctrl_c_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spark cancels its jobs, and whoever looks at them then sees a failure."""
    asked = threading.Event()
    monkeypatch.setattr(interrupts, "_asked", asked)
    failing = FakeFlow(why="Job 7 cancelled")
    with pytest.raises(EngineError, match="Job 7 cancelled"):
        wordcount_trial().refuse_failure(failing)
    asked.set()
    with pytest.raises(KeyboardInterrupt):
        wordcount_trial().refuse_failure(failing)
