"""The right answer comes from the reference, and from its twin where there is much to work out: they agree."""

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.experiments import lab
from streamgauge.flow.answer import compare
from streamgauge.workloads import load_workload


@pytest.mark.parametrize("name", ["wordcount", "grep", "ysb"])
def test_a_large_answer_is_the_references(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    configured = load_workload(name).configured({}, seed=3)
    monkeypatch.setattr(lab, "ORACLE_FROM_EVENTS", 1_000)
    asked: list[str] = []
    monkeypatch.setattr(lab, "evaluate", lambda *_: asked.append("reference"))
    large = lab.expected_answer(configured, 3_000)
    assert not asked
    assert compare(evaluate(configured.flow, configured.stream.records(0, 3_000)), large).equal
