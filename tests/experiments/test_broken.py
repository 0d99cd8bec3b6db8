"""Where broken records stand in the topic: as the sender put them there."""

from dataclasses import replace
from pathlib import Path

import pytest

from streamgauge.experiments.broken import places_of
from streamgauge.experiments.preload import preload
from streamgauge.streams.record_file import RecordFile
from streamgauge.transport.endpoints import MemoryTopic
from streamgauge.transport.placement import placement_for
from streamgauge.workloads import load_workload


@pytest.mark.parametrize("name", ["operator-tumbling", "operator-fold"])
def test_places_are_those_of_the_topic(name: str, tmp_path: Path) -> None:
    """Spread evenly, and by key."""
    configured = load_workload(name).configured({}, seed=1)
    lines = configured.stream.records(0, 2_500)
    broken = {3: b"not json", 4: b'{"key":"k1"}', 1_100: b"", 2_499: b"[]"}
    path = tmp_path / "lines"
    path.write_bytes(b"\n".join(broken.get(number, line) for number, line in enumerate(lines)) + b"\n")
    topic, stream = MemoryTopic(3), RecordFile(path)
    preload(replace(configured, stream=stream), topic, len(stream))
    places = places_of(list(broken), stream, placement_for(configured.flow, 3), 3)
    values = {(record.partition, record.offset): record.value for record in topic.records}
    assert {event: values[place] for event, place in places.items()} == broken
