"""Flink itself: its functions, its emissions, and what becomes of it when its JVM is killed."""

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from streamgauge.engines.base import Place
from streamgauge.engines.child import ChildSession
from streamgauge.engines.flink import ENGINE
from streamgauge.engines.flink.checkpoints import newest_checkpoint
from streamgauge.engines.reference import evaluate
from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.errors import EngineError, ExitCode
from streamgauge.flow import STRING, Aggregate, Emission, Flow, Schema, Select, Session, Sink, Source, WireFormat
from streamgauge.flow.answer import compare
from streamgauge.flow.ending import END_MS
from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.json_form import to_json
from streamgauge.host.environments import is_ready
from streamgauge.testing.step_flows import DELAY_MS, FLOWS, event, events, in_order
from streamgauge.transport.base import Stamp, Topic
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.workloads import load_workload
from tests.engines.fed import FedTopics, consume, place_in, run_and_kill
from tests.engines.test_functions_on_spark import EXPRESSIONS, ROWS, SCHEMA
from tests.host.test_processes import comes_true, is_alive

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_ready(ENGINE.environment), reason="flink is not set up: streamgauge setup flink"),
]

START_MS = 1_436_918_400_000


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    root = tmp_path_factory.mktemp("flink")
    (root / "work").mkdir()
    return Place(root / "work", root)


@pytest.fixture(scope="module")
def session(place: Place) -> Iterator[ChildSession]:
    with ENGINE.open({}, place) as session:
        yield session


class Topics:
    """An input that holds some records, and an output."""

    def __init__(self, broker: ManagedBroker, records: list[bytes]) -> None:
        name, make = f"test-{uuid.uuid4().hex[:8]}", KafkaTransport(broker.bootstrap_servers).create_topic
        self.input: Topic = make(f"{name}-in", partitions=2, stamp=Stamp.INTENDED)
        self.output: Topic = make(f"{name}-out", partitions=2, stamp=Stamp.APPENDED)
        writer = self.input.writer()
        for number, record in enumerate(records):
            writer.send(number % 2, record, number)
        writer.close()

    def written(self, count: int) -> list[dict[str, Any]]:
        """What is in the output, once there are so many."""
        assert comes_true(lambda: sum(self.output.end_offsets()) >= count, within_s=30)
        reader, rows = self.output.reader(), []
        while records := reader.poll(timeout_s=1.0):
            rows += [json.loads(record.value) for record in records]
        reader.close()
        return rows


def test_all_expressions_on_all_rows(session: ChildSession, broker: ManagedBroker) -> None:
    typed = [parse(text, SCHEMA) for text in EXPRESSIONS]
    source = Source(Schema((*SCHEMA.columns,)), WireFormat.JSON, optional=SCHEMA.names)
    flow = Flow("functions", Sink(Select(source, {f"e{number}": text for number, text in enumerate(EXPRESSIONS)})))
    topics = Topics(broker, [json.dumps(dict(zip(SCHEMA.names, row, strict=True))).encode() for row in ROWS])
    running = session.start(flow, topics.input, topics.output)
    found = {tuple(row["_o"]): row for row in topics.written(len(ROWS))}
    running.stop()
    different = []
    for place, row in enumerate(ROWS):
        values = dict(zip(SCHEMA.names, row, strict=True))
        for number, expr in enumerate(typed):
            expected, got = compile_expr(expr)(values), found[place % 2, place // 2].get(f"e{number}")
            if expected != got:
                different.append((EXPRESSIONS[number], values, expected, got))
    assert not different, "\n".join(map(str, different))


def test_every_update_or_the_newest_of_some(broker: ManagedBroker, session: ChildSession, tmp_path: Path) -> None:
    records = [b"a b a"] * 200
    flow = load_workload("wordcount").configured({}, seed=1).flow
    topics = Topics(broker, records)
    running = session.start(flow, topics.input, topics.output)
    rows = topics.written(600)
    running.stop()
    assert sorted(row["count"] for row in rows if row["word"] == "a") == list(range(1, 401))
    topics = Topics(broker, records)
    (tmp_path / "work").mkdir()
    with ENGINE.open({"emission": "mini-batch"}, Place(tmp_path / "work", tmp_path)) as other:
        running = other.start(flow, topics.input, topics.output)
        assert comes_true(lambda: {row["count"] for row in topics.written(2)} >= {200, 400}, within_s=30)
        assert len(topics.written(2)) < 100
        running.stop()


def test_a_record_at_the_very_end_of_a_session_joins_it(session: ChildSession, broker: ManagedBroker) -> None:
    """Though a watermark has come that far."""
    flow = Flow("session", Sink(Aggregate(events(), ("key",), {"n": "count(*)"}, Emission.FINAL, Session(1_000))))
    topics = FedTopics(broker, flow, partitions=1)
    running = session.start(flow, topics.input, topics.output)
    records = [event(number, START_MS + at_ms) for number, at_ms in ((0, 0), (1, DELAY_MS + 1_000), (5, 1_000), (6, 20_000))]
    for count, record in enumerate(records, start=1):
        topics.send([record])
        consume(running, count)
        time.sleep(0.5)  # for the watermark, which is told every 50 ms
    topics.send([], are_last=True)
    consume(running, topics.sent)
    assert comes_true(lambda: sum(topics.output.end_offsets()) >= 3, within_s=10)
    running.stop()
    comparison = compare(evaluate(flow, records), topics.answer())
    assert comparison.equal, comparison.examples


def test_a_field_that_only_an_end_of_the_input_has_ends_nothing_further_on(session: ChildSession, broker: ManagedBroker) -> None:
    """A record with all its columns is one, whatever else it has."""
    flow, records = FLOWS["tumbling-final"], in_order(20)
    records[:5] = [json.dumps(json.loads(record) | {"_end": END_MS}).encode() for record in records[:5]]
    topics = FedTopics(broker, flow)
    running = session.start(flow, topics.input, topics.output)
    topics.send(records, are_last=True)
    consume(running, topics.sent)
    assert comes_true(lambda: sum(topics.output.end_offsets()) >= 5, within_s=10)
    running.stop()
    comparison = compare(evaluate(flow, records), topics.answer())
    assert comparison.equal, comparison.examples


def test_the_log_tells_the_flow_and_a_second_is_refused(session: ChildSession, broker: ManagedBroker) -> None:
    topics = Topics(broker, [])
    running = session.start(FLOWS["identity"], topics.input, topics.output)
    with pytest.raises(EngineError, match="a flow is running already"):
        session.start(FLOWS["identity"], topics.input, topics.output)
    running.stop()
    session.start(FLOWS["identity"], topics.input, topics.output).stop()
    assert json.dumps(json.loads(to_json(FLOWS["identity"]))) in session.log_path.read_text()


def test_the_plan_is_flinks_own(session: ChildSession) -> None:
    assert "GlobalWindowAggregate" in session.explain(FLOWS["busiest"])


@pytest.mark.parametrize("name", ["hash", "round-robin", "broadcast"])
def test_a_repartition_shuffles(session: ChildSession, name: str) -> None:
    """The lookup in an empty table stands for it, and it is the hint that makes Flink shuffle before that."""
    shuffle = "Exchange(distribution=[hash["
    assert shuffle in session.explain(FLOWS[name])
    assert shuffle not in session.explain(FLOWS["identity"])


def test_a_job_that_fails_says_why(session: ChildSession, broker: ManagedBroker) -> None:
    wrong = Flow("wrong", Sink(Select(Source(Schema.of(line=STRING)), {"x": "xml_texts(line, '/a')"})))
    topics = Topics(broker, [b"no xml"])
    running = session.start(wrong, topics.input, topics.output)
    assert comes_true(lambda: running.failure() is not None, within_s=30)
    assert "SAXParseException" in (running.failure() or "")
    running.stop()


def test_a_killed_jvm_is_a_failure_and_nothing_is_left(broker: ManagedBroker, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    topics = Topics(broker, in_order(10))
    with ENGINE.open({}, Place(tmp_path / "work", tmp_path)) as session:
        running = session.start(FLOWS["identity"], topics.input, topics.output)
        assert comes_true(lambda: running.progress().consumed == 10, within_s=30)
        child = psutil.Process(session.process_ids[0])
        (jvm,) = [each for each in child.children() if "java" in each.name()]
        os.kill(jvm.pid, signal.SIGKILL)
        assert comes_true(lambda: running.failure() is not None)
        assert running.failure() == f"Flink's JVM ended by itself: SIGKILL (log {tmp_path / 'flink.log'})"
        running.stop()
    assert not is_alive(child.pid)
    assert not is_alive(jvm.pid)


def test_all_was_consumed_before_a_restart_and_nothing_new_comes(broker: ManagedBroker, tmp_path: Path) -> None:
    flow = FLOWS["measures"]
    topics = FedTopics(broker, flow)
    options = {"recovery": str(tmp_path / "recovery"), "checkpoint_interval": 0.3}
    for name in ("first", "second"):
        with ENGINE.open(options, place_in(tmp_path / name)) as session:
            running = session.start(flow, topics.input, topics.output)
            if name == "first":
                topics.send(in_order(20))
            consume(running, 20)
            time.sleep(2)  # for checkpoints
            assert running.progress().consumed == 20
            running.stop()
    assert sum(topics.output.end_offsets()) == 20


@pytest.mark.parametrize("name", ["measures", "fold-counted"])
def test_killed_and_started_again_it_goes_on(broker: ManagedBroker, tmp_path: Path, name: str) -> None:
    flow, records = FLOWS[name], in_order(400)
    topics = FedTopics(broker, flow)
    options = {"recovery": str(tmp_path / "recovery"), "checkpoint_interval": 0.3}
    with ENGINE.open(options, place_in(tmp_path / "first")) as session:
        run_and_kill(session, flow, topics, records)
    assert newest_checkpoint(tmp_path / "recovery" / topics.input.name)
    before = sum(topics.output.end_offsets())
    with ENGINE.open(options, place_in(tmp_path / "second")) as session:
        running = session.start(flow, topics.input, topics.output)
        consume(running, 250)
        topics.send(records[250:], are_last=True)
        consume(running, topics.sent)
        time.sleep(1)
        assert running.progress().consumed == topics.sent
        running.stop()
    assert sum(topics.output.end_offsets()) - before < before, "it began from the beginning"
    comparison = compare(evaluate(flow, records), topics.answer())
    assert comparison.equal, comparison.examples


def test_killed_in_a_run_it_ends_with_exit_5_and_names_the_log(broker: ManagedBroker, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "streamgauge", "run", "latency", "grep", "--engine", "flink", "--rate", "200"]
    command += ["--seconds", "60", "--no-floor", "--bootstrap-servers", broker.bootstrap_servers, "--runs", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert comes_true(lambda: any(map(is_sender, psutil.Process(process.pid).children())), within_s=60)
        time.sleep(1)
        started = psutil.Process(process.pid).children(recursive=True)
        (jvm,) = [each for each in started if "java" in each.name()]
        os.kill(jvm.pid, signal.SIGKILL)
        _, stderr = process.communicate(timeout=60)
    assert process.returncode == ExitCode.ENGINE_FAILED, stderr
    assert "flink failed: Flink's JVM ended by itself: SIGKILL" in stderr
    (log,) = tmp_path.rglob("flink.log")
    assert str(log.relative_to(tmp_path)) in stderr
    assert comes_true(lambda: not any(is_alive(each.pid) for each in started))


def is_sender(process: psutil.Process) -> bool:
    try:
        return "generate" in process.cmdline()
    except psutil.Error:  # it has just ended
        return False
