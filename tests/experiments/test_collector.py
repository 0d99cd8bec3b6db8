"""What the collector makes of output that is not as it should be."""

import pytest

from streamgauge.errors import EngineError
from streamgauge.experiments import collector as collector_module
from streamgauge.experiments.collector import Collector
from streamgauge.transport.endpoints import MemoryTopic
from streamgauge.transport.placement import RoundRobin
from streamgauge.workloads import load_workload

from .trials import wordcount_trial, write


@pytest.mark.parametrize(
    ("workload", "value"),
    [
        ("wordcount", b"not json"),
        ("wordcount", b"[1]"),
        ("wordcount", b'{"word": "a", "count": 1}'),
        ("wordcount", b'{"word": "a", "count": 1, "_t": "soon"}'),
        ("grep", b'{"sentence": "a needle", "_t": 5}'),
        ("grep", b'{"sentence": "a needle", "_t": 5, "_o": 7}'),
    ],
)
def test_a_record_that_is_no_row_is_the_engines_failure_and_is_named(workload: str, value: bytes) -> None:
    output = MemoryTopic(2)
    output.append(1, b'{"sentence": "a needle", "_t": 5, "_o": [0, 0]}', 9)
    output.append(1, value, 9)
    collector = Collector(load_workload(workload).configured({}, seed=1).flow, output, RoundRobin(2))
    with pytest.raises(EngineError, match="no row with its marks") as caught:
        collector.drain()
    assert caught.value.where == "output partition 1, offset 1"


def test_offsets_that_no_record_has_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those of the ends of transactions."""
    monkeypatch.setattr(collector_module, "_QUIET_POLLS", 1)
    trial = wordcount_trial()
    write(trial)
    monkeypatch.setattr(MemoryTopic, "end_offsets", lambda _: (3, 2))
    assert trial.check().equal
