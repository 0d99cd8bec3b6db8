"""A session over a child process: what it answers, what it prints, and what is said when it ends by itself."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

import streamgauge.engines.child.serving
from streamgauge.engines.base import EngineSession, Place, Progress
from streamgauge.engines.child import ChildSession, line
from streamgauge.engines.child.line import ChildError
from streamgauge.engines.watched import Watched
from streamgauge.errors import EngineError, ExitCode
from streamgauge.flow import STRING, Flow, Schema, Sink, Source
from streamgauge.transport.base import Topic
from streamgauge.transport.endpoints import MemoryTopic
from tests.host.test_processes import comes_true, is_alive

SERVING = Path(streamgauge.engines.child.serving.__file__).parent
COMMAND = [sys.executable, "-I", str(Path(__file__).with_name("fake.py")), str(SERVING)]


def program(flow: Flow, input_topic: Topic | None, output_topic: Topic | None) -> dict[str, object]:
    return {"flow": flow.name, "topics": [topic and topic.name for topic in (input_topic, output_topic)]}


def flow(name: str) -> Flow:
    return Flow(name, Sink(Source(Schema.of(line=STRING))))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[ChildSession]:
    with ChildSession(COMMAND, Place(tmp_path, tmp_path), "fake", program) as session:
        yield session


def started(session: EngineSession, name: str) -> object:
    return session.start(flow(name), MemoryTopic(name="in"), MemoryTopic(name="out"))


def test_it_answers(session: ChildSession) -> None:
    running = session.start(flow("any"), MemoryTopic(name="in"), MemoryTopic(name="out"))
    assert running.progress() == Progress(1, details={"a": 1})
    assert running.failure() is None, "to ask for it is no progress"
    assert running.progress().consumed == 2
    assert running.failure() == f"too hot (log {session.log_path})"
    assert running.explain() == session.explain(flow("any")) == "{'flow': 'any', 'topics': [None, None]}"
    assert isinstance(session, Watched)
    assert session.figures() == {"gc_s": 0.5}
    running.stop()
    session.close()
    assert session.log_path.read_text() == "closed\n"
    assert not is_alive(session.process_ids[0])


def test_a_refusal_is_the_engines_error_and_the_child_lives_on(session: ChildSession) -> None:
    with pytest.raises(EngineError, match="fake could not start: ValueError: no such table") as refused:
        started(session, "refused")
    assert not isinstance(refused.value, ChildError)
    assert "Traceback" in session.log_path.read_text()
    assert session.explain(flow("any"))


def test_what_it_prints_goes_to_the_log(session: ChildSession) -> None:
    started(session, "talks")
    assert session.log_path.read_text() == "printed by a library\n"


@pytest.mark.parametrize(
    ("name", "how"), [("killed", "killed by SIGKILL"), ("exits", r"with exit code 3(.|\n)*log .*fake.log: out of memory")]
)
def test_its_death_is_told_with_the_log(session: ChildSession, name: str, how: str) -> None:
    with pytest.raises(ChildError, match=f"fake ended by itself.*{how}") as gone:
        started(session, name)
    assert gone.value.exit_code is ExitCode.ENGINE_FAILED
    with pytest.raises(ChildError, match="ended by itself"):
        session.explain(flow("any"))


def test_killed_in_mid_run_it_leaves_a_failure_and_no_process(session: ChildSession) -> None:
    running = session.start(flow("has children"), MemoryTopic(), MemoryTopic())
    grandchild = running.progress().consumed - 1
    assert is_alive(grandchild)
    os.kill(session.process_ids[0], signal.SIGKILL)
    assert comes_true(lambda: not psutil.pid_exists(session.process_ids[0]))
    failure = running.failure()
    assert failure is not None
    assert failure.startswith("fake ended by itself, killed by SIGKILL (log ")
    assert comes_true(lambda: not is_alive(grandchild))


def test_one_that_does_not_answer_is_ended_and_not_waited_for_again(
    session: ChildSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "_ANSWER_S", 1.0)
    with pytest.raises(ChildError, match="fake did not answer for 1 s"):
        started(session, "hangs")
    assert not is_alive(session.process_ids[0])
    monkeypatch.setattr(line, "_ANSWER_S", 60.0)
    with pytest.raises(ChildError, match="fake did not answer for 1 s"):
        session.stop()


def test_a_child_that_cannot_begin_is_told_with_what_it_said(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('no such library')"]
    with pytest.raises(ChildError, match=r"ended by itself with exit code 1(.|\n)*no such library"):
        ChildSession(command, Place(tmp_path, tmp_path), "fake", program)
