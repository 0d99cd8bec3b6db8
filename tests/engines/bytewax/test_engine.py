"""Bytewax itself: with two workers, killed and resumed, killed for good."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from streamgauge.engines.bytewax.engine import ENGINE
from streamgauge.engines.child import ChildSession, RunningChild
from streamgauge.engines.reference import evaluate
from streamgauge.errors import EngineError, ExitCode, RequestError
from streamgauge.flow.answer import compare
from streamgauge.host.environments import is_ready
from streamgauge.testing import Claims, OpenEngine
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport
from tests.engines.fed import FedTopics, consume, place_in, run_and_kill
from tests.flow.event_flows import FLOWS, in_order, out_of_order
from tests.host.test_processes import comes_true, is_alive

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_ready(ENGINE.environment), reason="bytewax is not set up: streamgauge setup bytewax"),
]


@pytest.mark.parametrize("name", ["identity", "measures", "busiest", "join-window-outer", "join-retained-with-itself", "session"])
def test_two_workers(broker: ManagedBroker, tmp_path: Path, name: str) -> None:
    transports = {"kafka": KafkaTransport(broker.bootstrap_servers)}
    with ENGINE.open({"workers": 2}, place_in(tmp_path)) as session:
        OpenEngine(ENGINE, session, place_in(tmp_path / "p"), transports, Claims(transports=("kafka",))).check(
            FLOWS[name], out_of_order(), partitions=3
        )


@pytest.mark.parametrize("name", ["measures", "tumbling-update", "fold-counted"])
def test_killed_and_started_again_it_goes_on(broker: ManagedBroker, tmp_path: Path, name: str) -> None:
    flow, records = FLOWS[name], in_order(400)
    topics = FedTopics(broker, flow)
    options = {"recovery": str(tmp_path / "recovery"), "epoch_interval": 0.3}
    with ENGINE.open(options, place_in(tmp_path / "first")) as session:
        run_and_kill(session, flow, topics, records)
    before = sum(topics.output.end_offsets())
    with ENGINE.open(options, place_in(tmp_path / "second")) as session:
        running = session.start(flow, topics.input, topics.output)
        consume(running, 250)
        topics.send(records[250:], are_last=True)
        consume(running, topics.sent)
        time.sleep(0.5)
        assert running.progress().consumed == topics.sent
        running.stop()
    assert sum(topics.output.end_offsets()) - before < before, "it began from the beginning"
    comparison = compare(evaluate(flow, records), topics.answer())
    assert comparison.equal, comparison.examples


def test_flows_of_one_run_do_not_go_on_from_each_other(broker: ManagedBroker, tmp_path: Path) -> None:
    recovery = tmp_path / "recovery"
    recovery.mkdir()
    with ENGINE.open({"recovery": str(recovery)}, place_in(tmp_path / "place")) as session:
        for _ in range(2):
            started(broker, session)[0].stop()
        topics = [FedTopics(broker, FLOWS[name]) for name in ("identity", "measures")]
        session.start(FLOWS["identity"], topics[0].input, topics[0].output).stop()
        with pytest.raises(RequestError, match="snapshots of another flow"):
            session.start(FLOWS["measures"], topics[0].input, topics[1].output)
    assert len(list(recovery.iterdir())) == 3
    assert {each.name for each in tmp_path.iterdir()} == {"recovery", "place"}


def test_killed_it_leaves_nothing_beside_the_snapshots(broker: ManagedBroker, tmp_path: Path) -> None:
    recovery = tmp_path / "recovery"
    with ENGINE.open({"recovery": str(recovery)}, place_in(tmp_path / "place")) as session:
        started(broker, session)
        os.kill(session.process_ids[0], signal.SIGKILL)
    assert {each.name for each in tmp_path.iterdir()} == {"recovery", "place"}
    assert len(list(recovery.iterdir())) == 1


def started(broker: ManagedBroker, session: ChildSession) -> tuple[RunningChild, list[int]]:
    flow = FLOWS["identity"]
    topics = FedTopics(broker, flow)
    running = session.start(flow, topics.input, topics.output)
    topics.send(in_order(10))
    consume(running, 10)
    return running, [process.pid for process in psutil.Process(session.process_ids[0]).children(recursive=True)]


def test_killed_it_leaves_a_failure_and_no_process(broker: ManagedBroker, tmp_path: Path) -> None:
    with ENGINE.open({}, place_in(tmp_path)) as session:
        running, workers = started(broker, session)
        assert workers
        os.kill(session.process_ids[0], signal.SIGKILL)
        failure = running.failure()
        assert failure is not None
        assert failure.startswith(f"bytewax ended by itself, killed by SIGKILL (log {tmp_path / 'bytewax.log'}")
        assert comes_true(lambda: not any(map(is_alive, workers)))


def test_a_killed_worker_is_the_flows_failure_and_the_next_flow_runs(broker: ManagedBroker, tmp_path: Path) -> None:
    with ENGINE.open({}, place_in(tmp_path)) as session:
        running, workers = started(broker, session)
        os.kill(workers[0], signal.SIGKILL)
        assert comes_true(lambda: running.failure() is not None)
        assert (running.failure() or "").startswith("worker 0 ended by itself with exit code -9")
        running.stop()
        started(broker, session)[0].stop()
    assert not any(map(is_alive, workers))


def test_a_worker_that_was_killed_unseen_is_told_by_the_stop(broker: ManagedBroker, tmp_path: Path) -> None:
    with ENGINE.open({}, place_in(tmp_path)) as session:
        running, workers = started(broker, session)
        os.kill(workers[0], signal.SIGKILL)
        with pytest.raises(EngineError, match="worker 0 ended by itself with exit code -9"):
            running.stop()


def test_the_plan_is_bytewaxs_own(tmp_path: Path) -> None:
    with ENGINE.open({}, place_in(tmp_path)) as session:
        assert "keyed-counts" in session.explain(FLOWS["busiest"])


def test_killed_in_a_run_it_ends_with_exit_5_and_names_the_log(broker: ManagedBroker, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "streamgauge", "run", "latency", "grep", "--engine", "bytewax", "--rate", "200"]
    command += ["--seconds", "60", "--no-floor", "--bootstrap-servers", broker.bootstrap_servers, "--runs", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert comes_true(lambda: len(ours := workers_of(process.pid)) > 0 and is_alive(ours[0]), within_s=60)
        time.sleep(3)
        workers = workers_of(process.pid)
        os.kill(psutil.Process(workers[0]).ppid(), signal.SIGKILL)
        _, stderr = process.communicate(timeout=60)
    assert process.returncode == ExitCode.ENGINE_FAILED, stderr
    assert "bytewax ended by itself, killed by SIGKILL" in stderr
    (log,) = tmp_path.rglob("bytewax.log")
    assert str(log.relative_to(tmp_path)) in stderr
    assert comes_true(lambda: not any(map(is_alive, workers)))


def workers_of(pid: int) -> list[int]:
    return [process.pid for process in psutil.Process(pid).children(recursive=True) if is_worker(process)]


def is_worker(process: psutil.Process) -> bool:
    try:
        return bool(process.cmdline()[2:3] == ["worker"])
    except psutil.Error:  # it has just ended
        return False
