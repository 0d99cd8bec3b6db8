"""`verify` and `reference` on a user's own file: broken lines are named, fatal only if asked, and nothing else is lost."""

import os
import threading
from pathlib import Path

import pytest

from streamgauge.errors import ExitCode
from streamgauge.transport.kafka.connection import MOST_RECORD_BYTES

from .command import Command, Outcome, streamgauge_process

WORKLOAD = "operator-tumbling"
FILES = ("--engine", "reference", "--transport", "files", "--quiet", "0.5")


def broken_lines(lines: list[bytes]) -> dict[int, bytes]:
    """By event number, one of each kind: no JSON, a missing field, a field of the wrong type, no text, nothing, 10 MB."""
    return {
        3: b"not json",
        7: lines[7].replace(b'"at"', b'"att"'),
        12: lines[12].replace(b'"value":', b'"value":"one","was":'),
        20: b"\xff\xfe",
        21: b"",
        30: b"x" * 10_000_000,
    }


@pytest.fixture
def broken(streamgauge: Command, tmp_path: Path) -> list[int]:
    """The file `events` with broken lines among 300; their event numbers."""
    assert streamgauge("generate", WORKLOAD, "--events", "300", "--to", "events").code == 0
    path = tmp_path / "events"
    lines = path.read_bytes().splitlines()
    changes = broken_lines(lines)
    path.write_bytes(b"\n".join(changes.get(number, line) for number, line in enumerate(lines)))
    return list(changes)


def assert_found(outcome: Outcome, broken: list[int], *, partitions: int) -> None:
    assert outcome.code == ExitCode.OK, outcome
    data = outcome.json
    assert (data["equal"], data["events"], data["input"]) == (True, 300, "events")
    places = [{"event": n, "line": n + 1, "partition": n % partitions, "offset": n // partitions} for n in broken]
    assert data["broken"] == {"count": len(broken), "records": places}


def test_broken_lines_are_passed_over_and_named(streamgauge: Command, broken: list[int]) -> None:
    verify = ("verify", WORKLOAD, *FILES, "--input", "events", "--partitions", "3")
    assert_found(streamgauge(*verify, "--json"), broken, partitions=3)
    said = streamgauge(*verify).out
    assert "operator-tumbling on reference, 300 events of events: equal to the reference\n" in said
    first = "line 4 (partition 0, offset 1), line 8 (partition 1, offset 2)"
    assert f"broken: 6, passed over: {first}, line 13 (partition 0, offset 4), " in said
    assert said.endswith(", ...\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "transport"), [("spark-microbatch", "kafka"), ("spark-microbatch", "files"), ("spark-realtime", "kafka")]
)
def test_on_spark_as_well(broken: list[int], tmp_path: Path, engine: str, transport: str) -> None:
    where = ("--engine", engine, "--transport", transport)
    outcome = streamgauge_process("verify", WORKLOAD, *where, "--input", "events", "--json", cwd=tmp_path)
    assert_found(outcome, broken, partitions=2)


def test_reference_names_them_too(streamgauge: Command, broken: list[int], tmp_path: Path) -> None:
    outcome = streamgauge("reference", WORKLOAD, "--input", "events", "--to", "answer", "--json")
    assert outcome.code == 0
    assert outcome.json["broken"]["records"] == [{"event": number, "line": number + 1} for number in broken]
    assert "broken: 6, passed over: line 4, line 8, line 13, line 21, line 22, ...\n" in outcome.err
    compared = streamgauge("verify", WORKLOAD, "--input", "events", "--answer", "answer", "--json")
    assert (compared.code, compared.json["broken"]) == (0, outcome.json["broken"])


@pytest.mark.parametrize(
    "verb", [("reference", WORKLOAD), ("verify", WORKLOAD, *FILES), ("verify", WORKLOAD, "--answer", "answer")]
)
def test_strict_refuses_them(streamgauge: Command, broken: list[int], tmp_path: Path, verb: tuple[str, ...]) -> None:
    (tmp_path / "answer").touch()
    outcome = streamgauge(*verb, "--input", "events", "--strict")
    assert (outcome.code, outcome.out) == (ExitCode.WRONG_REQUEST, "")
    assert outcome.err.endswith(
        "6 broken records\n  where: events:4\n  try:   mend them, or leave out --strict to pass them over\n"
    )
    assert "opening" not in outcome.err
    clean = streamgauge(*verb, "--input", "events", "--strict", "--json")
    assert clean.json["error"]["exit_code"] == 2


def test_part_of_a_file(streamgauge: Command, broken: list[int]) -> None:
    verify = ("verify", WORKLOAD, *FILES, "--input", "events", "--events")
    data = streamgauge(*verify, "7", "--json").json
    assert (data["equal"], data["events"], data["broken"]["count"]) == (True, 7, 1)
    assert "the input holds 300 records" in streamgauge(*verify, "301").refuses()


def test_text_is_never_broken(streamgauge: Command, tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"a b\r\n\n\xff needle\r\na")
    data = streamgauge("verify", "wordcount", *FILES, "--input", "lines", "--json").json
    assert (data["equal"], data["events"], data["expected_rows"]) == (True, 4, 5)
    assert data["broken"] == {"count": 0, "records": []}
    assert streamgauge("verify", "wordcount", *FILES, "--input", "lines").out.endswith("\nbroken: 0\n")


def test_an_empty_file_is_refused(streamgauge: Command, tmp_path: Path) -> None:
    (tmp_path / "events").touch()
    assert "the input holds no record" in streamgauge("verify", WORKLOAD, *FILES, "--input", "events").refuses()


def test_what_kafka_cannot_carry_is_refused_before_it_is_started(streamgauge: Command, tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"a\n" + b"x" * MOST_RECORD_BYTES + b"\nb\n")
    said = streamgauge("verify", "wordcount", "--engine", "reference", "--input", "lines").refuses()
    assert "too long for Kafka" in said
    assert "  where: lines:2\n" in said


@pytest.mark.parametrize("verb", ["reference", "verify"])
def test_a_line_that_would_end_the_input_is_refused(streamgauge: Command, tmp_path: Path, verb: str) -> None:
    (tmp_path / "lines").write_bytes(b'a\n{"_end":9}\nb\n')
    outcome = streamgauge(verb, "wordcount", *(FILES if verb == "verify" else ()), "--input", "lines")
    assert outcome.code == ExitCode.WRONG_REQUEST
    assert "  where: lines:2\n" in outcome.err


def test_late_records_are_told_where_answers_differ(streamgauge: Command, tmp_path: Path) -> None:
    """The last line repeats the first view, 40 seconds later: the reference passes over it, the given answer counts it."""
    assert streamgauge("generate", "ysb", "--events", "40000", "--to", "all").code == 0
    lines = (tmp_path / "all").read_bytes().splitlines(keepends=True)
    view = next(line for line in lines if b'"view"' in line)
    (tmp_path / "in-order").write_bytes(b"".join([view, *lines]))
    (tmp_path / "late").write_bytes(b"".join([*lines, view]))
    assert streamgauge("reference", "ysb", "--input", "in-order", "--to", "answer").code == 0
    outcome = streamgauge("verify", "ysb", "--input", "late", "--answer", "answer")
    assert outcome.code == ExitCode.WRONG_ANSWER
    assert "late: 1, after the watermark" in outcome.out
    assert streamgauge("verify", "ysb", "--input", "late", "--answer", "answer", "--json").json["late"] == 1


def test_auctions_of_ones_own_may_last_as_long_as_they_like(streamgauge: Command, tmp_path: Path) -> None:
    """Also where the file is a pipe, which can be read only once."""
    auction = '{"type":"auction","id":7,"reserve":5,"seller":3,"category":10,"dateTime":1000,"expires":4001000}'
    bid = '{"type":"bid","auction":7,"bidder":2,"price":11,"dateTime":3900000}'
    (tmp_path / "events").write_text(f"{auction}\n{bid}\n")
    answer = streamgauge("reference", "nexmark-q6", "--input", "events").out
    assert answer == '{"seller":3,"price":11}\n'
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text(f"{auction}\n{bid}\n"))
    writer.start()
    assert streamgauge("reference", "nexmark-q6", "--input", "pipe").out == answer
    writer.join()
    assert streamgauge("verify", "nexmark-q6", *FILES, "--input", "events", "--json").json["expected_rows"] == 1
