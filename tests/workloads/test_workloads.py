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
    "deep-bargain": "9a6fdc47591d557366c3579ecb83dab3e9c365d4fa4b6d1f418ff126eee9c3cd",
    "deep-chain": "95318db10cbe45dc4dbdf78ec61f3bcead830912c236b6f9a14424a960177972",
    "deep-distinct": "ebe6014376a962cc31fa04c9231b8022d961819bf646d5d624d125f99370d998",
    "deep-topk": "4fe190fdc211786dfd4e58a49e1647458eb3cd35433d65614ea1ca60a269bcd6",
    "deep-trends": "28ed6d8d4431504586c5c41fd81b6ccaca7cfb4dc54d506e4cfb6ad48eba7489",
    "grep": "7d671b957310d4e2c513baeffcb6b03b1593584b90f72e7c3da4e0f2e41b8730",
    "hibench-fixwindow": "f4e1d47b6d5c6aaaca829f53258eed755399cd0c53bf0d6053d7784920d42dde",
    "hibench-identity": "09aad412537abeb50eb717c138bb54e22445a3dbe7db30ccf1212191ee5181a7",
    "hibench-repartition": "09aad412537abeb50eb717c138bb54e22445a3dbe7db30ccf1212191ee5181a7",
    "hibench-wordcount": "2a118369473370bc6c279a6e8028aa58b34daf3b48b4e6abd83baef4db9eaa6b",
    "operator-aggregate": "def45ff7e2d9b45babe186d6152cf0c93496c9e6f0a49844d21e5a5aa9efc463",
    "operator-broadcast": "c85729528e7662843f66ceb82c766eec1cd8b8bf034b7a9a1f5584abe7be447c",
    "operator-count-window": "ef81cce65e3256b3b7c9fb60c4fbd6ea8ccd7c0df5f1e3b37200b22cca4fe31e",
    "operator-dedup": "41d8815604b6f53e54e4f9d6fef9f56376e57e41942f1d3b8c33db81eea380bd",
    "operator-explode": "a60deeeb0887caa66c046ffd2f5e293641ee1057353387a00a5b88bb6c56669d",
    "operator-filter": "95bb7615a576bf4015199d19454c8c6fbd50f6f7e88de81ec96c73e0ae9ad4a6",
    "operator-fold": "2aa7c92e5cfced9ea56b90a6aa4d22f60dc2a3645d5bda604934c920906322c1",
    "operator-hash": "350e5fd6d1ac4be1e70d0e42a967033203137cee887c37db34205e569e0b208e",
    "operator-identity": "350e5fd6d1ac4be1e70d0e42a967033203137cee887c37db34205e569e0b208e",
    "operator-join-interval": "6ae63bd0e5940c2e6034d5e3724ba43b98d59674a39f30c8c92a670f4e42d0cc",
    "operator-join-retained": "e7b1d3e00932152c707249ea5fabb11d5ae4036995756a78400ae9eaf9be3130",
    "operator-join-window": "0aa18d5efd86bde2178ea8a285a1c892ff642cca78131110684f03eada0772fc",
    "operator-lookup": "413c079d49031385f34a4c1de708210d2dfb1abac067370a4033a01017c211bf",
    "operator-round-robin": "350e5fd6d1ac4be1e70d0e42a967033203137cee887c37db34205e569e0b208e",
    "operator-select": "0a3ed3e71bd36d760ba16730246081cac2180088579b7f50b0615612759be578",
    "operator-session": "e0ccbae79f142a777c81bdae4bfdb62eab655213a070bfb04ecf056275fde3a9",
    "operator-sliding": "89fa52ebdb816121666a88dd97311482b013660718454131fec58db204558961",
    "operator-tumbling": "29d5d9fb3d08b3999175406f00817bb199e726a2cc43d6d4081a20d4611342ea",
    "operator-tumbling-final": "29d5d9fb3d08b3999175406f00817bb199e726a2cc43d6d4081a20d4611342ea",
    "operator-union": "abea4302813441ba5e05ab6f5de6227515bdf7545c0f967a07dc9fc73a9dd9bf",
    "wordcount": "2aaed3068ee7d21367e2b410626f256cbb60fef41ede1fe5be7fbd3818c61e34",
    "wordcount-windowed": "e40c529d6283b6a7b8e48182008ab05d4e5b622cfa126df9a72b3c1a9c808359",
    "ysb": "a510ff82ea50ae7795266e03813cb11fde41b44e22adc9bb413635b22851dfb4",
}


@pytest.mark.parametrize("name", workloads())
def test_the_shipped_answer_is_the_reference_answer(name: str) -> None:
    answer = expected_answer(load_workload(name).configured({}, SEED), EVENTS)
    assert b"".join(answer_lines(answer)) == shipped_answer(name).read_bytes()


@pytest.mark.parametrize("name", workloads())
def test_the_answer_never_changes(name: str) -> None:
    answer = expected_answer(load_workload(name).configured({}, SEED), 10_000)
    assert hashlib.sha256(b"".join(answer_lines(answer))).hexdigest() == DIGESTS.get(name)


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
