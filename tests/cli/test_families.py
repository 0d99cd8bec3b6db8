"""`verify` and `generate` with a family instead of a workload."""

import re
from pathlib import Path

import pytest

from streamgauge.errors import EngineError, ExitCode
from streamgauge.experiments import family_verification, lab
from streamgauge.flow.answer import Answer
from streamgauge.workloads.base import ConfiguredWorkload

from .command import Command

VERIFY = ("verify", "nexmark", "--engine", "reference", "--transport", "files", "--events", "100")


def test_all_queries_in_one_table(streamgauge: Command) -> None:
    outcome = streamgauge(*VERIFY)
    assert outcome.code == ExitCode.OK
    assert re.findall(r"nexmark-q([0-9]+) +│ equal", outcome.out) == [str(number) for number in range(24)]


def test_all_queries_as_json(streamgauge: Command) -> None:
    data = streamgauge(*VERIFY, "--set", "out_of_order_group_size=10", "--json").json
    assert (data["family"], data["engine"], data["events"], data["equal"]) == ("nexmark", "reference", 100, True)
    assert len(data["results"]) == 24
    assert all(result["equal"] and result["missing"] == 0 for result in data["results"])


def test_one_wrong_answer_is_a_wrong_answer(streamgauge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    right_answer = lab.expected_answer

    def with_another_row(workload: ConfiguredWorkload, events: int) -> Answer:
        answer = right_answer(workload, events)
        if workload.name == "nexmark-q6":
            answer.add({"seller": 7, "price": 8})
        return answer

    monkeypatch.setattr(lab, "expected_answer", with_another_row)
    outcome = streamgauge(*VERIFY, "--quiet", "0.1")
    assert outcome.code == ExitCode.WRONG_ANSWER
    assert re.findall(r"nexmark-q([0-9]+) +│ WRONG", outcome.out) == ["6"]
    assert "nexmark-q6: missing: {'seller': 7, 'price': 8}" in outcome.out


def test_an_engine_that_fails_is_told_with_its_logs(streamgauge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise EngineError("it broke", where="here", fix="mend it")

    monkeypatch.setattr(family_verification, "verify_in", fail)
    outcome = streamgauge(*VERIFY, "--json")
    assert outcome.code == ExitCode.ENGINE_FAILED
    assert outcome.json["equal"] is False
    assert {result["failure"] for result in outcome.json["results"]} == {"it broke"}
    assert "the logs are in " in outcome.err


def test_a_file_is_answered_by_all_queries(streamgauge: Command) -> None:
    assert streamgauge("generate", "nexmark", "--events", "150", "--to", "events").code == ExitCode.OK
    data = streamgauge(*VERIFY[:-2], "--input", "events", "--json").json
    assert (data["events"], data["equal"]) == (150, True)


def test_the_stream_of_a_family(streamgauge: Command, tmp_path: Path) -> None:
    assert streamgauge("generate", "nexmark", "--events", "60").out == streamgauge("generate", "nexmark-q0", "--events", "60").out
    assert "deep-chain" in streamgauge("generate", "deep", "--events", "5", "--to", tmp_path / "x").refuses()


def test_an_answer_is_of_one_workload(streamgauge: Command) -> None:
    assert "--answer" in streamgauge("verify", "nexmark", "--answer", "answer").refuses()
