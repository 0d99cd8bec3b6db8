"""`reference` and `verify`: the right answer, and every way of tampering with it."""

import json
from pathlib import Path

import pytest

from streamgauge.errors import ExitCode
from streamgauge.workloads.shipped import EVENTS, SEED, shipped_answer

from .command import Command

WORKLOADS = ("wordcount", "grep")
OF_200 = ("--events", "200", "--seed", "7")


@pytest.fixture(params=WORKLOADS)
def workload(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def rows(streamgauge: Command, workload: str) -> list[str]:
    """The lines of the right answer."""
    return streamgauge("reference", workload, *OF_200).out.splitlines(keepends=True)


def test_reference_of_a_file_is_that_of_its_events(streamgauge: Command, workload: str, rows: list[str]) -> None:
    assert len(rows) > 10
    assert streamgauge("generate", workload, *OF_200, "--to", "input").code == 0
    assert streamgauge("reference", workload, "--input", "input").out == "".join(rows)


def test_reference_to_a_file(streamgauge: Command, workload: str, rows: list[str], tmp_path: Path) -> None:
    summary = streamgauge("reference", workload, *OF_200, "--to", "answer", "--json").json
    assert (summary["rows"], summary["to"]) == (len(rows), "answer")
    assert (tmp_path / "answer").read_text() == "".join(rows)
    assert "screen" in streamgauge("reference", workload, *OF_200, "--json").refuses()


def test_reference_gives_the_shipped_answer(streamgauge: Command, workload: str) -> None:
    given = streamgauge("reference", workload, "--events", str(EVENTS), "--seed", str(SEED)).out
    assert given == shipped_answer(workload).read_text()


def test_the_right_answer_in_any_order(streamgauge: Command, workload: str, rows: list[str], tmp_path: Path) -> None:
    (tmp_path / "answer").write_text("".join(reversed(rows)))
    outcome = streamgauge("verify", workload, *OF_200, "--answer", "answer")
    assert outcome.code == ExitCode.OK
    assert "equal to the reference" in outcome.out
    data = streamgauge("verify", workload, *OF_200, "--answer", "answer", "--json").json
    assert (data["equal"], data["differences"]) == (True, [])


def changed(rows: list[str], workload: str) -> tuple[list[str], str]:
    column, value = {"wordcount": ("count", 999), "grep": ("sentence", "something else")}[workload]
    row = json.dumps(json.loads(rows[5]) | {column: value}) + "\n"
    return [*rows[:5], row, *rows[6:]], "different: expected"


def renamed(rows: list[str], workload: str) -> tuple[list[str], str]:
    column, value = {"wordcount": ("word", "never"), "grep": ("_event", [199_999])}[workload]
    row = json.dumps(json.loads(rows[5]) | {column: value}) + "\n"
    return [*rows[:5], row, *rows[6:]], "unexpected: "


def dropped(rows: list[str], _: str) -> tuple[list[str], str]:
    return rows[:5] + rows[6:], "missing: "


def doubled(rows: list[str], _: str) -> tuple[list[str], str]:
    return [*rows, rows[5]], "repeated: 1 "


@pytest.mark.parametrize("tamper", [changed, renamed, dropped, doubled])
def test_one_wrong_record_is_found(streamgauge: Command, workload: str, rows: list[str], tmp_path: Path, tamper: object) -> None:
    assert callable(tamper)
    tampered, said = tamper(rows, workload)
    (tmp_path / "answer").write_text("".join(tampered))
    outcome = streamgauge("verify", workload, *OF_200, "--answer", "answer")
    assert outcome.code == ExitCode.WRONG_ANSWER
    assert "WRONG" in outcome.out
    assert said in outcome.out
    assert outcome.err == ""

    outcome = streamgauge("verify", workload, *OF_200, "--answer", "answer", "--json")
    assert outcome.code == ExitCode.WRONG_ANSWER
    assert outcome.json["equal"] is False
    assert any(each.startswith(said) for each in outcome.json["differences"])


@pytest.mark.parametrize("nonsense", ["nonsense\n", "[1]\n", '{"colour": "red"}\n', "\n", '{"word": "a"\n'])
def test_nonsense_is_named_by_its_line(
    streamgauge: Command, rows: list[str], workload: str, tmp_path: Path, nonsense: str
) -> None:
    (tmp_path / "answer").write_text("".join([*rows[:3], nonsense]))
    assert "  where: answer:4\n" in streamgauge("verify", workload, *OF_200, "--answer", "answer").refuses()


def test_an_engine_is_verified(streamgauge: Command, workload: str, tmp_path: Path) -> None:
    engine = ("--engine", "reference", "--transport", "files", "--events", "2000", "--quiet", "0.5", "--json")
    outcome = streamgauge("verify", workload, *engine)
    assert outcome.code == ExitCode.OK
    assert outcome.json["equal"] is True
    assert (outcome.json["events"], outcome.json["engine"], outcome.json["transport"]) == (2000, "reference", "files")
    assert all(line.startswith("streamgauge: ") for line in outcome.err.splitlines())
    assert list(tmp_path.iterdir()) == []


def test_an_event_without_an_answer_is_named(streamgauge: Command, tmp_path: Path) -> None:
    (tmp_path / "documents").write_text("<observations/>\nno xml\n")
    said = streamgauge("reference", "iot-xml", "--input", "documents").refuses()
    assert "there is no answer" in said
    assert "  where: event 1\n" in said


def test_an_empty_answer_is_told(streamgauge: Command) -> None:
    few = ("iot-pred", "--events", "100")
    streamgauge("reference", *few, "--to", "answer")
    outcome = streamgauge("verify", *few, "--answer", "answer")
    assert outcome.code == ExitCode.OK
    assert "\nthe answer is empty: " in outcome.out
