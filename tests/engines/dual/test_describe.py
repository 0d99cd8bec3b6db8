"""The parts of a flow, told in words."""

from streamgauge.engines.dual.cuts import CutRule
from streamgauge.engines.dual.describe import describe
from streamgauge.engines.dual.parts import parts_of
from streamgauge.workloads import load_workload
from tests.flow.event_flows import FLOWS


def told(workload: str, rule: CutRule) -> str:
    return describe(parts_of(load_workload(workload).configured({}, 1).flow, rule), shuffle_partitions=2)


def test_a_cut_names_its_topic_and_its_reason() -> None:
    text = told("wordcount", CutRule.AUTO)
    assert "part 1  sentences -> words" in text
    assert "part 2  counts -> sink" in text
    assert "|    topic: word, _t" in text
    assert text.count("begins here: ") == 2
    assert "exactly once" in text
    assert "final values are exact" in text


def test_one_part_has_no_topic() -> None:
    text = told("grep", CutRule.ONE)
    assert "topic:" not in text.replace("topic to topic", "")
    assert "starts in the data stream" in text


def test_what_stays_says_why() -> None:
    assert "stays in the operation stream: join" in describe(parts_of(FLOWS["join-window"], CutRule.ONE), shuffle_partitions=2)
