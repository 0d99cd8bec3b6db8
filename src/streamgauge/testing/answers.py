"""Workloads as they are, and texts, nulls and marks that are easily got wrong: the answer equals the reference's."""

import pytest

from streamgauge.flow import Flow
from streamgauge.testing.opened import START_MS, OpenEngine
from streamgauge.testing.text_flows import ODD_TEXTS, all_words, long_words, nulls, word_counts
from streamgauge.workloads import load_workload, workloads

_TRANSPORTS = ("kafka", "files")


class AnswerTests:
    """Every workload on every transport; and what is peculiar in small."""

    @pytest.mark.parametrize("transport", _TRANSPORTS)
    @pytest.mark.parametrize("name", workloads())
    def test_workload(self, open_engine: OpenEngine, name: str, transport: str) -> None:
        configured = load_workload(name).configured({}, seed=7)
        events = max(2_000, configured.workload.shipped_events)
        records = configured.stream.records(6_000 if name.startswith("nexmark-") else 0, events)
        open_engine.check(configured.flow, records, transport=transport, partitions=3)

    @pytest.mark.parametrize("flow", [word_counts(), long_words()], ids=lambda flow: flow.name)
    def test_odd_texts(self, open_engine: OpenEngine, flow: Flow) -> None:
        """Empty records, blanks in a row, signs outside the basic plane, bytes that are no text."""
        open_engine.check(flow, ODD_TEXTS)

    def test_nulls_in_keys_and_measures(self, open_engine: OpenEngine) -> None:
        open_engine.check(nulls(), [b"1", b"2", b"3", b"0", b"x", b"", b"3", b"-7"], rows=7)

    def test_an_aggregate_over_everything(self, open_engine: OpenEngine) -> None:
        open_engine.check(all_words(), [b"a b", b"c", b"b"], rows=1)

    def test_the_newest_input_gives_an_output_its_time(self, open_engine: OpenEngine) -> None:
        if open_engine.engine.support.gaps(word_counts()):
            pytest.skip("it counts nothing, which test_odd_texts has tried")
        _, collector = open_engine.run(word_counts(), [b"a", b"b", b"a", b"c"], partitions=1)
        times = collector.samples()["intended_ms"] - START_MS
        assert times.max() == 3
        assert set(times.tolist()) >= {1, 2, 3}
