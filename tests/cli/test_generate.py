"""`generate`: the same bytes every time, from any place, to anywhere."""

import socket
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq

from streamgauge.errors import ExitCode
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport

from .command import Command, streamgauge_process

STREAM = ("generate", "wordcount", "--seed", "7")


def test_same_bytes_each_time_and_alone(streamgauge: Command, tmp_path: Path) -> None:
    whole = streamgauge(*STREAM, "--events", "1000").out
    assert len(whole.splitlines()) == 1000
    assert streamgauge_process(*STREAM, "--events", "1000").out == whole
    assert streamgauge(*STREAM, "--events", "500", "--from", "500").out == "".join(whole.splitlines(keepends=True)[500:])
    assert streamgauge("generate", "wordcount", "--seed", "8", "--events", "1000").out != whole

    to_file = streamgauge(*STREAM, "--events", "1000", "--to", "words.txt")
    assert (to_file.code, to_file.out) == (0, "")
    assert "1,000 records to words.txt" in to_file.err
    assert (tmp_path / "words.txt").read_text() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["words.txt"]


def test_null_and_json(streamgauge: Command) -> None:
    report = streamgauge(*STREAM, "--events", "1000", "--to", "null", "--json").json
    assert (report["command"], report["records"], report["lateness"]) == ("generate", 1000, None)
    paced = streamgauge(*STREAM, "--events", "50", "--to", "null", "--rate", "500", "--json").json
    assert paced["lateness"].keys() == {"p50_ms", "p99_ms", "max_ms", "share_punctual"}
    assert "screen" in streamgauge(*STREAM, "--events", "5", "--json").refuses()


def test_a_pattern_need_not_be_ascii(streamgauge: Command) -> None:
    lines = streamgauge("generate", "grep", "--events", "200", "--set", "pattern=nädel-→", "--set", "selectivity=0.5").out
    assert 60 < sum("nädel-→" in line for line in lines.splitlines()) < 140


def test_a_file_shows_up_only_when_it_is_whole(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "streamgauge",
        *STREAM,
        "--events",
        "100000",
        "--rate",
        "1000",
        "--to",
        str(tmp_path / "slow"),
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        _wait_for(lambda: any(tmp_path.iterdir()))
        assert not (tmp_path / "slow").exists()
        process.terminate()
        assert process.wait(30) == ExitCode.INTERRUPTED
        assert process.stderr is not None
        assert process.stderr.read() == b"streamgauge: interrupted\n"
    assert not (tmp_path / "slow").exists()


def test_to_kafka_at_a_rate(streamgauge: Command, broker: ManagedBroker, tmp_path: Path) -> None:
    topic = KafkaTransport(broker.bootstrap_servers).create_topic("cli-generate", partitions=3, stamp=Stamp.INTENDED)
    url = f"kafka://{broker.bootstrap_servers}/{topic.name}"
    outcome = streamgauge(*STREAM, "--events", "300", "--rate", "300", "--to", url, "--lateness", "late.parquet", "--json")
    assert outcome.code == 0
    report = outcome.json
    reader = topic.reader()
    records = []
    while len(records) < 300:
        records += reader.poll(5)
    reader.close()

    expected = streamgauge(*STREAM, "--events", "300").out.encode().splitlines()
    event = {(record.partition, record.offset): record.partition + 3 * record.offset for record in records}
    assert {event[record.partition, record.offset]: record.value for record in records} == dict(enumerate(expected))
    for record in records:
        assert record.timestamp_ms == report["start_ms"] + event[record.partition, record.offset] * 1000 // 300
    late = pq.read_table(tmp_path / "late.parquet")
    assert sum(late["count"].to_pylist()) == 300
    assert min(late["lateness_ns"].to_pylist()) >= 0


def test_a_topic_that_is_not_there(streamgauge: Command, broker: ManagedBroker) -> None:
    outcome = streamgauge(*STREAM, "--events", "3", "--to", f"kafka://{broker.bootstrap_servers}/not-there")
    assert "not-there" in outcome.refuses()


def test_a_broker_that_is_not_there(streamgauge: Command) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        started = time.monotonic()
        outcome = streamgauge(*STREAM, "--events", "3", "--to", f"kafka://127.0.0.1:{unused.getsockname()[1]}/topic")
    assert "Connection refused" in outcome.refuses(ExitCode.ENVIRONMENT)
    assert time.monotonic() - started < 10


def _wait_for(condition: object, seconds: float = 20) -> None:
    assert callable(condition)
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
