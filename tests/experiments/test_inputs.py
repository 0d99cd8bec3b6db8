"""The inputs of a trial: those that wait are there, also where the engine was given up before it had written all."""

from pathlib import Path
from typing import Any

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.engines.reference.machine import Machine
from streamgauge.experiments import inputs as inputs_module
from streamgauge.experiments.collector import Collector
from streamgauge.experiments.inputs import inputs_of
from streamgauge.experiments.trial import Trial
from streamgauge.flow.output import encode_row
from streamgauge.measure.first_output import NEVER
from streamgauge.measure.series import per_second
from streamgauge.transport.base import Record
from streamgauge.transport.endpoints import MemoryTopic
from streamgauge.transport.placement import RoundRobin
from streamgauge.workloads import load_workload

EVENTS, WORKED_OFF, PRIMING = 400, 250, 100
START_MS = 10_000


def due_ms(events: Any) -> Any:
    """A hundred a second."""
    return START_MS + (events - PRIMING) * 10


def given_up(workload: str, **properties: str) -> Trial:
    """A trial whose engine has worked off some of the events, each 5 ms after it was due."""
    configured = load_workload(workload).configured(properties, seed=1)
    records = configured.stream.records(0, EVENTS)
    source, sink, machine = MemoryTopic(1, "in"), MemoryTopic(1, "out"), Machine(configured.flow)
    writer = sink.writer()
    for number, value in enumerate(records[:WORKED_OFF]):
        for row in machine.process(Record(partition=0, offset=number, timestamp_ms=int(due_ms(number)), value=value)):
            writer.send(0, encode_row(row), int(due_ms(number)) + 5)
    trial = Trial(
        workload=configured,
        engine_name="fake",
        logs=Path("logs"),
        session=None,  # type: ignore[arg-type]
        input=source,
        output=sink,
        collector=Collector(configured.flow, sink, RoundRobin(1)),
        expected=evaluate(configured.flow, records),
        events=EVENTS,
    )
    trial.check()
    return trial


@pytest.mark.parametrize(
    ("workload", "properties", "share"),
    [("grep", {"selectivity": "0.5"}, 0.5), ("wordcount", {"words_mean": "1", "words_deviation": "0"}, 1.0)],
)
def test_what_was_not_worked_off_is_due_and_not_finished(workload: str, properties: dict[str, str], share: float) -> None:
    found = inputs_of(given_up(workload, **properties), PRIMING, START_MS, due_ms, has_ended=False)
    waiting = found.finished_ms == NEVER
    assert (waiting == (found.due_ms >= due_ms(WORKED_OFF))).all()
    assert (found.finished_ms[~waiting] == found.due_ms[~waiting] + 5).all()
    assert waiting.sum() == pytest.approx(share * (EVENTS - WORKED_OFF), rel=0.2)


def test_where_outputs_stand_for_inputs_those_that_wait_stand_for_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs_module, "can_tell", lambda _: False)
    found = inputs_of(given_up("wordcount"), PRIMING, START_MS, due_ms, has_ended=False)
    series = per_second(found.due_ms, found.finished_ms, START_MS)
    assert series.offered.tolist() == [100, 100, 100]
    assert series.achieved.tolist() == [100, 50, 0]
    assert series.backlog[-1] == pytest.approx(100, abs=1)
