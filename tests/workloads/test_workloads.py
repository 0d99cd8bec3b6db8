"""Workloads: shipped answers, properties, determinism."""

import hashlib
import json

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.errors import RequestError
from streamgauge.experiments.lab import expected_answer
from streamgauge.flow import Select
from streamgauge.flow.answer_file import answer_lines
from streamgauge.workloads import load_workload, workloads
from streamgauge.workloads.shipped import SEED, shipped_answer

# Of the answers to 10,000 events of seed 1, as files.
DIGESTS = {
    "advclick": "6eafc69fab80d7ee6734dc27ad09e160c7fcd1a1abff30a3a25d19d908db6b75",
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
    "iot-average": "8e96d40693ae9a3a4f66b3aa06067a2e00299d7923887d933191a5b8ed3bb0a0",
    "iot-blob-download": "e1a9e30eb4114bbd5b138d7633d7ecedd0c91ab339c0e48754b55eb495289bdd",
    "iot-blob-upload": "d45efb0cf3016b735c3e0165de7d30dcf777a048fe134290b92b64978b116868",
    "iot-bloom": "289ce85f0d7affc022410c67708a427ad8f1419d94e93503ed859f488f631459",
    "iot-distinct": "5157ff35eacf89110a2ac01db2746b90792e8118c71ad4ed2661d4cdb28ebd3a",
    "iot-etl": "76f7f2b8b499b9b09a16881f77549dcc5cec18d06160c8de836b0a97ad8584f9",
    "iot-kalman": "9dcc6f4d073a84b75e542843ce924a18061efaee76d717bf70c01548b037d1d8",
    "iot-moment": "22d6b2d0f3b9c614bfb946a2fe326e7730811034e66ae2432e1ca87e821ee750",
    "iot-mqtt-publish": "25a5297fd6f9dbe7a960a11888008493567823db441da3fcb0c950fbae81352d",
    "iot-parse": "21fe3c38814293cc982eeed21374affc7a31cb79a02d1da2ca4fc0b1824694c1",
    "iot-pred": "479d4679527c8195cf8e66acedb8cb50abdbbebac8593cf6f294867238fc7c44",
    "iot-regression": "55b74fc162d6f00d4898b76729bcb05cb2c65006f6f6023199d0722b258346db",
    "iot-stats": "aefc49af41a62093a547471dce96812af47b991997447ba1e181500545fa0827",
    "iot-table-query": "7e37362b467bd3d1110e206b31363f2f2c88840f577442e9afaed93f4974236f",
    "iot-tree": "740bd7eca8d5665c0835f307db7a6748a5dcb05c49309e97441db30ffa3da5fb",
    "iot-trend": "1267dcc4c5da40ffbcdb0538934e7051fb9eb641206060232ce4c853bc6f331d",
    "iot-xml": "558cbbcd6effb2ac6816fc67248094f05364dcde16997195b7497c1c90906fc7",
    "kmeans": "ed2be54329571a415eea12b1bfe1c02ca24e0da9e35311555e06703af189fff4",
    "nexmark-q0": "3d9b0397365a79b20d638231c3e07f0379f205f84d8af4eceffd77cc92a6cf31",
    "nexmark-q1": "ac4d612243a103884cee04e39cbbd8361db1d72802eb66e6e87644e97d033a6b",
    "nexmark-q10": "3ef279391128505aa735d0acc1375105fc013c5a6f569512fedce6574fcceee2",
    "nexmark-q11": "63358584c95715ff71dcae4ba5295330e2a5effa5922b1f446cc6f45fb53289f",
    "nexmark-q12": "7f372bddac7f297986640eff737e71c78fdaee2076c48a98da2bbab91c4700aa",
    "nexmark-q13": "8b33a55c461d40279e99f811aa0fc215a4b0ed63c1e16657afef6deb324bdae7",
    "nexmark-q14": "d67d7977b0331bc790de738073b7ef77695681b9299a2e2e661fcbdb8d0cc448",
    "nexmark-q15": "cf0a7bf8bba11343cff15a85e22b584a29681cc91e67b5b7fdf6d4fc056a2f74",
    "nexmark-q16": "2b4b1e7a66fca5067f12acc8bbb0aab83d3644494c242e40dc6e3e4693bf5577",
    "nexmark-q17": "f6c783d036a22b63eb498bf3fd2673b002d2c81591f431f7ddb0547cd0628e44",
    "nexmark-q18": "422f4f1aafaa1840dae11268abb71cc798f103326c8ec426cf43d6ede34f47ab",
    "nexmark-q19": "87de94d32890572118ad04392a86ed93281cd1003ce01a384d5c69a9167dfb36",
    "nexmark-q2": "4250ca72d076b4d41cde37a2b53fa130c93fdd1a13a70bbef71295dbb300b4fe",
    "nexmark-q20": "2a2fefc0af8906887797758d6fc0230d5452492c7f1284627dedcd39f4d5eaf8",
    "nexmark-q21": "187b75acf710a7bc1715f748f4f36e073bc666e596e28189d8a6d00674cca157",
    "nexmark-q22": "c819863bc7ec564eeec6667f942be5358892cf62fdcfd48c2b28d5b9aefa5819",
    "nexmark-q23": "5d0a346b4be2b3103a428e7494f6798e42d17b21a8708a96d1dacb5b09d55e25",
    "nexmark-q3": "13992ff29a555681bec3ec4e8008230ef495b6a1e4e9b5258c00112655d62d18",
    "nexmark-q4": "859d82246cb568dfacb7f2ddc6074e34856ef1fa3865eab4c8c66df6d49aa30c",
    "nexmark-q5": "382899bf117594b4b603623509f3f3e1bf62756ec084888498a62fc28ae2584f",
    "nexmark-q6": "08136a17b8bd88ce15b9cf405f7df2d336a29a3f73bcc5e9f2029733b6878a49",
    "nexmark-q7": "11555a5e3c1bc2f09568a4a5356f2fd2b31ceaac090e70f0aac48b0c625441f5",
    "nexmark-q8": "f747550c6c162e21126bba136d15892abb7cd976ae700c9293f2726220674dbf",
    "nexmark-q9": "4f639e991cef2bee289286acad2d6d29d861859349fed496cc3a44fc19467230",
    "operator-aggregate": "def45ff7e2d9b45babe186d6152cf0c93496c9e6f0a49844d21e5a5aa9efc463",
    "operator-broadcast": "c85729528e7662843f66ceb82c766eec1cd8b8bf034b7a9a1f5584abe7be447c",
    "operator-count-window": "ef81cce65e3256b3b7c9fb60c4fbd6ea8ccd7c0df5f1e3b37200b22cca4fe31e",
    "operator-dedup": "41d8815604b6f53e54e4f9d6fef9f56376e57e41942f1d3b8c33db81eea380bd",
    "operator-explode": "a60deeeb0887caa66c046ffd2f5e293641ee1057353387a00a5b88bb6c56669d",
    "operator-filter": "95bb7615a576bf4015199d19454c8c6fbd50f6f7e88de81ec96c73e0ae9ad4a6",
    "operator-fold": "2aa7c92e5cfced9ea56b90a6aa4d22f60dc2a3645d5bda604934c920906322c1",
    "operator-hash": "350e5fd6d1ac4be1e70d0e42a967033203137cee887c37db34205e569e0b208e",
    "operator-identity": "350e5fd6d1ac4be1e70d0e42a967033203137cee887c37db34205e569e0b208e",
    "operator-join-interval": "36ac59b53a705df9258a14b8bd9c576f470696eeb8b9722666323878dce980f7",
    "operator-join-retained": "c7211f5f6fbcd3c34a4ee55040eb3764380c1198d13805bb59a87ca5e971004e",
    "operator-join-window": "6d0240a7c14922cd7d19c5bb884ff6058e89f985c087ffe16f68c6d7b7d736c2",
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
    workload = load_workload(name)
    answer = expected_answer(workload.configured({}, SEED), workload.shipped_events)
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


@pytest.mark.parametrize("rate", ["250", "300", "999", "1000"])
def test_sentences_go_to_the_buckets_in_turn(rate: str) -> None:
    configured = load_workload("wordcount-windowed").configured({"events_per_second": rate}, seed=1)
    (spread,) = (step for step in configured.flow.steps if isinstance(step, Select))
    bucket = compile_expr(dict(spread.expressions)["bucket"])
    assert [bucket(json.loads(record)) for record in configured.stream.records(0, 12)] == [0, 1, 2, 3] * 3


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
