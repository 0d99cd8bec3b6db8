"""When each input of an online trial was due, first seen in an output, and finished."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamgauge.engines.oracle.contributions import can_tell, contributions
from streamgauge.experiments.trial import Trial
from streamgauge.flow import Identification
from streamgauge.measure.first_output import NEVER, first_output_ms

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    DueMs = Callable[[NDArray[np.int64]], NDArray[np.int64]]


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """Columns with one value for each input that leads to an output, `NEVER` where it did not come.

    An input is finished when every row that it goes into has been written with it. Where one cannot tell which row an input
    goes into, an output stands for its newest input (`are_outputs`). If more outputs were to come, that would hide the inputs
    that wait: then every input stands for itself, and is finished with the first output whose newest input is no older.
    """

    due_ms: "NDArray[np.int64]"
    first_ms: "NDArray[np.int64]"
    finished_ms: "NDArray[np.int64]"
    are_outputs: bool = False


def inputs_of(trial: Trial, first_event: int, start_ms: int, due_ms: "DueMs", *, has_ended: bool = True) -> Inputs:
    """The inputs from `first_event` on; all output must have been read. `due_ms` tells when events were due."""
    samples, flow = trial.collector.samples(), trial.workload.flow
    if flow.identification is Identification.ORIGIN:
        return _by_origin(trial, first_event, due_ms)
    if can_tell(flow):
        return _by_row(trial, first_event, due_ms)
    if not has_ended:
        return _by_time(trial, first_event, due_ms)
    ours = samples["intended_ms"] >= start_ms
    intended_ms, append_ms = samples["intended_ms"][ours], samples["append_ms"][ours]
    return Inputs(intended_ms, append_ms, append_ms, are_outputs=True)


def _by_origin(trial: Trial, first_event: int, due_ms: "DueMs") -> Inputs:
    """A row names the event that it comes from; so do those that are missing."""
    import numpy as np

    seen = trial.collector.answer.rows
    missing = np.array([row[0][0] for row in trial.expected.rows if row not in seen], dtype=np.int64)
    events = np.concatenate([trial.collector.subjects(), missing])
    append_ms = np.concatenate([trial.collector.samples()["append_ms"], np.full(len(missing), NEVER)])
    ours = events >= first_event
    return _by_event(events[ours], append_ms[ours], due_ms)


def _by_time(trial: Trial, first_event: int, due_ms: "DueMs") -> Inputs:
    """As if all inputs went into one row."""
    import numpy as np

    samples, input_ms = trial.collector.samples(), due_ms(np.arange(first_event, trial.events))
    newest_ms, append_ms = samples["intended_ms"], samples["append_ms"]
    of_inputs, of_outputs = (np.zeros(len(each), dtype=np.int64) for each in (input_ms, newest_ms))
    first_ms = first_output_ms(of_inputs, input_ms, of_outputs, newest_ms, append_ms)
    return Inputs(input_ms, first_ms, first_ms, are_outputs=True)


def _by_row(trial: Trial, first_event: int, due_ms: "DueMs") -> Inputs:
    """The same SQL that works out the answer tells the rows of an event, also of those that are missing."""
    from streamgauge.experiments.lab import stream_records

    samples, rows = trial.collector.samples(), dict(trial.collector.row_numbers)
    for row in trial.expected.rows:
        rows.setdefault(row, len(rows))
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
