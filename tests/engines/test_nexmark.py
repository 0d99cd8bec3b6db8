"""NEXMark on every engine: out of order, with records that are broken or unusual, with one kind or event alone, with nothing."""

import pytest

from streamgauge.workloads import load_workload, workloads

from .opened import OpenEngine

NAMES = [name for name in workloads() if name.startswith("nexmark-")]
QUICK = ("nexmark-q5", "nexmark-q7", "nexmark-q9")

ODD = [
    b'{"type":"bid","auction":1000,"bidder":7,"price":5,"dateTime":1436918400701,"extra":"x","colour":"blue","a":{"b":1}}',
    b'{"type":"bid","auction":987654,"bidder":7,"price":9,"dateTime":1436918400701,"extra":""}',  # an auction that never comes
    b'{"type":"bid","dateTime":1436918400701}',
    b'{"type":"bid","auction":"1000","bidder":null,"price":1.5,"dateTime":1436918400701,"extra":5}',
    b'{"type":"auction","id":1000,"dateTime":1436918400702}',
    b'{"type":"auction","reserve":0,"seller":5,"category":15,"dateTime":1436918400702,"expires":1436918400900}',  # without id
    b'{"type":"bid","bidder":7,"price":5,"dateTime":1436918400703,"extra":""}',  # and a bid without auction is not its bid
    b'{"type":"gavel","id":1,"dateTime":1436918400703}',
    b"{",
    b'{"type":"bid"}',
    b'{"dateTime":1436918400701}',
    b"[1]",
    b"",
]


def marked(names: list[str]) -> list[object]:
    return [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in names]


@pytest.mark.parametrize("name", marked(NAMES))
def test_out_of_order_with_odd_records(open_engine: OpenEngine, name: str) -> None:
    configured = load_workload(name).configured({"out_of_order_group_size": "100"}, seed=2)
    if open_engine.claims.refusal(name):
        pytest.skip("refused, which test_answers checks")
    records = list(configured.stream.records(6000, 2000))
    comparison, _ = open_engine.run(configured.flow, [*records[:1000], *ODD, *records[1000:]])
    assert comparison.equal, comparison.examples
    assert comparison.expected_rows > 0


@pytest.mark.parametrize("name", marked(NAMES))
@pytest.mark.parametrize("kind", ["person", "auction", "bid", "no", "one"])
def test_one_kind_alone(open_engine: OpenEngine, name: str, kind: str) -> None:
    configured = load_workload(name).configured({}, seed=2)
    if open_engine.claims.refusal(name):
        pytest.skip("refused, which test_answers checks")
    made = configured.stream.records(6000, 300)
    records = list(made[4:5]) if kind == "one" else [each for each in made if f'"type":"{kind}"'.encode() in each]
    comparison, _ = open_engine.run(configured.flow, records)
    assert comparison.equal, comparison.examples
