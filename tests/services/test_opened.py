"""Services, open: filled before the first row, told apart by step, and gone afterwards."""

from collections import Counter
from pathlib import Path

from streamgauge.engines.reference import evaluate
from streamgauge.flow import STRING, Call, Flow, Schema, Select, Sink, Source, Step, Table
from streamgauge.flow.effects import compare_effects, effect
from streamgauge.services.opened import open_services
from streamgauge.services.providers import provider_at

LINES = [b"a", b"b", b"a"]


def lines() -> Source:
    return Source(Schema.of(line=STRING), name="lines")


def published(upstream: Step, topic: str, name: str) -> Step:
    told = Call(upstream, "mqtt-publish", {"topic": f"'{topic}'", "payload": "line"}, name=name)
    return Select(told, {"line": "line"}, name=f"{name}-line")


def test_a_flow_that_calls_nobody_is_left_alone(tmp_path: Path) -> None:
    flow = Flow("f", Sink(lines()))
    with open_services(flow, tmp_path) as services:
        assert services.flow is flow
        assert services.effects(evaluate(flow, LINES).effects) == Counter()


def test_steps_do_not_see_each_other(tmp_path: Path) -> None:
    tables = [Table(Schema.of(**{f"key{n}": STRING, f"found{n}": STRING}), (("a", f"a of {n}"),)) for n in (1, 2)]
    first = Call(lines(), "table-query", {"key": "line"}, tables[0], name="first")
    flow = Flow("f", Sink(Call(first, "table-query", {"key": "line"}, tables[1], name="second")))
    with open_services(flow, tmp_path) as services:
        found = evaluate(services.flow, LINES)
        assert found.rows == evaluate(flow, LINES).rows
        assert list(found.rows.values())[:2] == [("a", "a of 1", "a of 2"), ("b", None, None)]


def test_what_was_done_is_told_and_what_was_not_is_lost(tmp_path: Path) -> None:
    flow = Flow("f", Sink(published(published(lines(), "one", "first"), "two", "second")))
    expected = evaluate(flow, LINES).effects
    with open_services(flow, tmp_path) as services:
        evaluate(services.flow, LINES)
        done = services.effects(expected)
        assert done == {
            effect("mqtt-publish", topic, line): count for topic in ("one", "two") for line, count in ((b"a", 2), (b"b", 1))
        }
        evaluate(services.flow, LINES[:1])
        assert compare_effects(expected, services.effects(expected)).repeated == 2
    with open_services(flow, tmp_path) as services:
        evaluate(services.flow, LINES[1:])
        found = compare_effects(expected, services.effects(expected))
    assert (found.lost, found.repeated, found.unexpected) == (2, 0, 0)


def test_rows_that_were_inserted_are_told(tmp_path: Path) -> None:
    step = Call(lines(), "table-insert", {"key": "line", "row": "line || '!'"}, name="insert")
    flow = Flow("f", Sink(step))
    expected = evaluate(flow, LINES).effects
    with open_services(flow, tmp_path) as services:
        evaluate(services.flow, LINES)
        assert services.effects(expected) == {effect("table-insert", line, f"{line}!".encode()): 1 for line in "ab"}
        assert services.effects(expected) == +expected.due
    with open_services(flow, tmp_path) as services:
        evaluate(services.flow, LINES[:1])
        found = compare_effects(expected, services.effects(expected))
    assert (found.lost, found.repeated, found.unexpected) == (1, 0, 0)


def test_nothing_is_left(tmp_path: Path) -> None:
    flow = Flow("f", Sink(published(lines(), "one", "first")))
    with open_services(flow, tmp_path) as services:
        (call,) = (step for step in services.flow.steps if isinstance(step, Call))
        folder = Path(call.at.partition(":")[2])
        assert provider_at(call.at) is not None
        assert folder.exists()
    assert not folder.exists()
