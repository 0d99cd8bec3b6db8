"""When each input of an online trial was due, first seen in an output, and finished."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamgauge.engines.oracle.contributions import can_tell, contributions
from streamgauge.experiments.trial import Trial
from streamgauge.flow import Identification
from streamgauge.measure.first_output import first_output_ms

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    DueMs = Callable[[NDArray[np.int64]], NDArray[np.int64]]


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """Columns with one value for each input that leads to an output, `NEVER` where it did not come.

    An input is finished when every row that it goes into has been written with it. Where one cannot tell which row an input
    goes into, an output stands for its newest input (`are_outputs`).
    """

    due_ms: "NDArray[np.int64]"
    first_ms: "NDArray[np.int64]"
    finished_ms: "NDArray[np.int64]"
    are_outputs: bool = False


def inputs_of(trial: Trial, first_event: int, start_ms: int, due_ms: "DueMs") -> Inputs:
    """The inputs from `first_event` on; all output must have been read. `due_ms` tells when events were due."""
    samples, flow = trial.collector.samples(), trial.workload.flow
    if flow.identification is Identification.ORIGIN:
        events, append_ms = trial.collector.subjects(), samples["append_ms"]
        ours = events >= first_event
        return _by_event(events[ours], append_ms[ours], due_ms)
    if can_tell(flow):
        return _by_row(trial, first_event, due_ms)
    ours = samples["intended_ms"] >= start_ms
    intended_ms, append_ms = samples["intended_ms"][ours], samples["append_ms"][ours]
    return Inputs(intended_ms, append_ms, append_ms, are_outputs=True)


def _by_row(trial: Trial, first_event: int, due_ms: "DueMs") -> Inputs:
    from streamgauge.experiments.lab import stream_records

    samples, rows = trial.collector.samples(), trial.collector.row_numbers
    records = stream_records(trial.workload.stream, trial.events)
    events, subjects = contributions(trial.workload.flow, records, rows)
    ours = events >= first_event
    events, subjects = events[ours], subjects[ours]
    pairs_ms = first_output_ms(subjects, due_ms(events), trial.collector.subjects(), samples["intended_ms"], samples["append_ms"])
    return _by_event(events, pairs_ms, due_ms)


def _by_event(events: "NDArray[np.int64]", done_ms: "NDArray[np.int64]", due_ms: "DueMs") -> Inputs:
    """The first and the last moment of each event."""
    import numpy as np

    if not len(events):
        return Inputs(due_ms(events), done_ms, done_ms)
    order = np.argsort(events, kind="stable")
    events, done_ms = events[order], done_ms[order]
    starts = np.flatnonzero(np.diff(events, prepend=events[0] - 1))
    return Inputs(due_ms(events[starts]), np.minimum.reduceat(done_ms, starts), np.maximum.reduceat(done_ms, starts))
