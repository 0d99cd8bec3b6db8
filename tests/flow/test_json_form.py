"""A flow read back is equal to the one written; a broken form is refused with the reason."""

import json
from typing import Any

import pytest

from streamgauge.flow import STRING, Flaw, Flow, FlowError, Join, JoinKind, Schema, Select, Sink, Source, WireFormat
from streamgauge.flow.json_form import from_json, to_json
from streamgauge.workloads import workloads

from .flows import long_words, word_counts

FLOWS = [word_counts(), long_words(), *(each.configured({}, seed=1).flow for each in workloads().values())]


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.name)
def test_round_trip(flow: Flow) -> None:
    again = from_json(to_json(flow))
    assert again == flow
    assert to_json(again) == to_json(flow)


def test_a_join_keeps_all_its_pairs_and_is_read_from_an_object_too() -> None:
    source = Source(Schema.of(a=STRING, b=STRING), WireFormat.JSON)
    other = Select(source, {"c": "a", "d": "b"}, name="other")
    flow = Flow("joined", Sink(Join(source, other, (("a", "c"), ("a", "d")), JoinKind.UNBOUNDED)))
    assert from_json(to_json(flow)) == flow
    data = json.loads(to_json(flow))
    (join,) = (step for step in data["steps"] if step["kind"] == "join")
    join["on"] = {"a": "d"}
    (read,) = (step for step in from_json(json.dumps(data)).steps if isinstance(step, Join))
    assert read.on == (("a", "d"),)


def changed(**changes: Any) -> str:
    """The form of `word_counts` with fields of its step 'words' changed."""
    data = json.loads(to_json(word_counts()))
    words = next(step for step in data["steps"] if step["name"] == "words")
    words |= changes
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "flaw", "said"),
    [
        ("{", Flaw.BAD_JSON, ""),
        ("[]", Flaw.BAD_JSON, "steps"),
        ('{"flow": "f", "version": 9, "steps": []}', Flaw.BAD_JSON, "version 9"),
        ('{"flow": "f", "version": 1, "steps": []}', Flaw.BAD_JSON, "one sink"),
        ('{"flow": "f", "version": 1, "steps": [1]}', Flaw.BAD_JSON, "kind"),
        ('{"flow": "f", "version": 1, "steps": 3}', Flaw.BAD_JSON, "list"),
        (to_json(word_counts()).replace('"STRING"', '"TEXTT"'), Flaw.BAD_JSON, "TEXTT"),
        (to_json(word_counts()).replace('"format": "text"', '"format": "xml"'), Flaw.BAD_JSON, "xml"),
        (to_json(word_counts()).replace('{\n        "line": "STRING"\n      }', '["line"]'), Flaw.BAD_JSON, "'lines'"),
        (changed(kind="explod"), Flaw.UNKNOWN_KIND, "'explode'"),
        (changed(upstream="liness"), Flaw.UNKNOWN_STEP, "'lines'"),
        (changed(upstream="aggregate"), Flaw.CYCLE, ""),
        (changed(name="lines"), Flaw.DUPLICATE_NAME, ""),
        (changed(arry="x"), Flaw.BAD_JSON, "'array'"),
        (changed(array="split(lin, ' ')"), Flaw.UNKNOWN_COLUMN, "'line'"),
    ],
)
def test_refused(text: str, flaw: Flaw, said: str) -> None:
    with pytest.raises(FlowError) as refused:
        from_json(text)
    assert refused.value.flaw is flaw
    assert said in str(refused.value)


def test_a_step_that_leads_nowhere_is_refused() -> None:
    data = json.loads(to_json(word_counts()))
    data["steps"].append({"kind": "filter", "name": "spare", "upstream": "lines", "predicate": "true"})
    with pytest.raises(FlowError) as refused:
        from_json(json.dumps(data))
    assert refused.value.flaw is Flaw.UNUSED_STEP


def test_a_missing_field_is_named() -> None:
    data = json.loads(to_json(word_counts()))
    del data["steps"][1]["into"]
    with pytest.raises(FlowError, match="into"):
        from_json(json.dumps(data))
