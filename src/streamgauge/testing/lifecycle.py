"""The life of flows in a session: what an engine refuses, shows, tells and leaves behind, whatever its answers are."""

import json
import time
from collections.abc import Callable
from contextlib import closing, suppress

import pytest

from streamgauge.engines.base import RunningFlow
from streamgauge.errors import RequestError
from streamgauge.experiments.closing import closed_after
from streamgauge.flow import Flow, Select, Sink
from streamgauge.flow.marks import INTENDED_TIME, ORIGIN
from streamgauge.testing.broken import IDENTITY
from streamgauge.testing.opened import OpenEngine, send
from streamgauge.testing.step_flows import in_order
from streamgauge.testing.text_flows import lines
from streamgauge.transport.base import Reader, Topic

FAILING = Flow("no-xml", Sink(Select(lines(), {"texts": "cardinality(xml_texts(line, '/a'))"})))

_WITHIN_S = 60.0
_MOMENT_S = 1.5  # in which one that still reads would write


class LifecycleTests:
    """Flows are started and stopped at will, one after the other."""

    def test_an_unknown_option_is_refused(self, open_engine: OpenEngine) -> None:
        with pytest.raises(RequestError, match="no_such_option"):
            open_engine.engine.open({"no_such_option": 1}, open_engine.place).close()

    def test_a_plan_is_shown_of_a_flow_that_does_not_run(self, open_engine: OpenEngine) -> None:
        open_engine.skip_unless_it_runs(IDENTITY)
        assert open_engine.session.explain(IDENTITY).strip()

    def test_one_that_is_stopped_reads_no_more_and_the_next_runs(self, open_engine: OpenEngine) -> None:
        source, sink, running = _started(open_engine, IDENTITY, in_order(20))
        with closed_after(running.stop):
            assert _comes_true(lambda: sum(sink.end_offsets()) >= 20), "it writes nothing"
            assert running.failure() is None
            assert running.explain().strip()
        written = sink.end_offsets()  # the end of a transaction takes an offset, too
        time.sleep(_MOMENT_S)
        send(IDENTITY, source, in_order(5))
        time.sleep(_MOMENT_S)
        assert sink.end_offsets() == written, "it reads on though it was stopped"
        with closing(sink.reader()) as reader:
            assert _comes_to(reader, 20) == 20
        open_engine.check(IDENTITY, in_order(10), rows=10)

    def test_a_row_is_written_with_its_columns_and_marks_alone(self, open_engine: OpenEngine) -> None:
        _, sink, running = _started(open_engine, IDENTITY, in_order(5))
        with closed_after(running.stop):
            assert _comes_true(lambda: sum(sink.end_offsets()) >= 5), "it writes nothing"
        with closing(sink.reader()) as reader:
            fields = set(json.loads(reader.poll(timeout_s=_WITHIN_S)[0].value))
        assert fields == {*IDENTITY.sink.schema.names, INTENDED_TIME, ORIGIN}

    def test_a_failure_is_told_and_the_next_runs(self, open_engine: OpenEngine) -> None:
        """`xml_texts` of what is no XML is an error in the language."""
        _, _, running = _started(open_engine, FAILING, [b"no xml"])
        try:
            assert _comes_true(lambda: bool(running.failure())), "the flow has failed, and failure() does not tell"
        finally:
            with suppress(Exception):  # it may be told once more
                running.stop()
        open_engine.check(IDENTITY, in_order(10), rows=10)


def _started(open_engine: OpenEngine, flow: Flow, records: list[bytes]) -> tuple[Topic, Topic, RunningFlow]:
    """A flow at work on these records, and its topics."""
    open_engine.skip_unless_it_runs(flow)
    source, sink = open_engine.topics(open_engine.claims.transports[0], partitions=2)
    send(flow, source, records)
    return source, sink, open_engine.session.start(flow, source, sink)


def _comes_to(reader: Reader, count: int) -> int:
    """How many records there are, waited for until there are so many."""
    found = 0

    def are_there() -> bool:
        nonlocal found
        found += len(reader.poll(timeout_s=0.2))
        return found >= count

    _comes_true(are_there)
    return found + len(reader.poll(timeout_s=0.2))


def _comes_true(claim: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + _WITHIN_S
    while not claim():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
