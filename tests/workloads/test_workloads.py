"""Workloads: shipped answers, properties, determinism."""

import hashlib

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.errors import RequestError
from streamgauge.experiments.lab import expected_answer
from streamgauge.flow.answer_file import answer_lines
from streamgauge.workloads import load_workload, workloads
from streamgauge.workloads.shipped import EVENTS, SEED, shipped_answer

# Of the answers to 10,000 events of seed 1, as files.
DIGESTS = {
    "grep": "7d671b957310d4e2c513baeffcb6b03b1593584b90f72e7c3da4e0f2e41b8730",
    "wordcount": "2aaed3068ee7d21367e2b410626f256cbb60fef41ede1fe5be7fbd3818c61e34",
}


@pytest.mark.parametrize("name", workloads())
def test_the_shipped_answer_is_the_reference_answer(name: str) -> None:
    answer = expected_answer(load_workload(name).configured({}, SEED), EVENTS)
    assert b"".join(answer_lines(answer)) == shipped_answer(name).read_bytes()


@pytest.mark.parametrize("name", workloads())
def test_the_answer_never_changes(name: str) -> None:
    answer = expected_answer(load_workload(name).configured({}, SEED), 10_000)
    assert hashlib.sha256(b"".join(answer_lines(answer))).hexdigest() == DIGESTS[name]


def test_words_are_counted_as_a_dictionary_would() -> None:
    configured = load_workload("wordcount").configured({"distribution": "zipf", "vocabulary": "50"}, seed=3)
    records = configured.stream.records(0, 500)
    counts: dict[str, int] = {}
    for word in b" ".join(records).decode().split(" "):
        counts[word] = counts.get(word, 0) + 1
    answer = evaluate(configured.flow, records)
    assert {word: count for ((word,), (count,)) in answer.rows.items()} == counts
    assert load_workload("wordcount").unit.count(answer, 500) == sum(counts.values())


@pytest.mark.parametrize("selectivity", ["0.01", "0.5", "1"])
def test_grep_keeps_the_declared_share(selectivity: str) -> None:
    answer = expected_answer(load_workload("grep").configured({"selectivity": selectivity}, seed=1), 20_000)
    assert len(answer) / 20_000 == pytest.approx(float(selectivity), rel=0.15)


def test_grep_looks_for_the_pattern_it_was_given() -> None:
    configured = load_workload("grep").configured({"pattern": "50%_\\off", "selectivity": "0.5"}, seed=1)
    expected = [[i] for i, record in enumerate(configured.stream.records(0, 1000)) if b"50%_\\off" in record]
    assert [list(identity[0]) for identity in evaluate(configured.flow, configured.stream.records(0, 1000)).rows] == expected


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("wordcount", {"vocabulry": "5"}, "'vocabulary'"),
        ("wordcount", {"vocabulary": "0"}, "whole numbers from 1"),
        ("wordcount", {"vocabulary": "many"}, "whole numbers"),
        ("wordcount", {"distribution": "normal"}, "uniform or zipf"),
        ("wordcount", {"vocabulary": "200000"}, "word_digits"),
        ("grep", {"selectivity": "0"}, "(0, 1]"),
        ("grep", {"selectivity": "1.5"}, "(0, 1]"),
        ("grep", {"selectivity": "nan"}, "(0, 1]"),
        ("grep", {"pattern": "12"}, "not a digit"),
        ("grep", {"pattern": "a b"}, "without blanks"),
        ("grep", {"pattern": "a'b"}, "quotes"),
    ],
)
def test_a_wrong_property_is_refused_with_its_domain(name: str, given: dict[str, str], said: str) -> None:
    with pytest.raises(RequestError) as refused:
        load_workload(name).configured(given, seed=1)
    assert said in str(refused.value)


def test_an_unknown_workload_is_refused_with_the_nearest() -> None:
    with pytest.raises(RequestError, match="wordcount"):
        load_workload("wordcnt")
