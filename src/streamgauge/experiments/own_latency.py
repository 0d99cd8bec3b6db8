"""The latency that a workload's origin defines, measured in the same trial as ours."""

from typing import Any

from streamgauge.experiments.trial import Trial
from streamgauge.measure.latency import summarise
from streamgauge.runs.folder import RunFolder
from streamgauge.workloads.own_latency import Timetable


def own_figures(trial: Trial, timetable: Timetable, folder: RunFolder) -> dict[str, Any]:
    """Its figures, if the workload has one; the raw samples are kept."""
    import numpy as np

    own, last_append_ms = trial.workload.workload.own_latency, trial.collector.last_append_ms
    if own is None or last_append_ms is None:
        return {}
    samples = np.array(own.measure(trial.workload.values, last_append_ms, timetable), dtype=np.int64).reshape(-1, 2)
    columns = {"from_ms": samples[:, 0], "to_ms": samples[:, 1]}
    folder.save_samples(f"{trial.engine_name}-own-latency", columns)
    summary = summarise(columns["to_ms"] - columns["from_ms"])
    return {"own_samples": len(samples), "own_latency_ms": summary.to_data() if summary else None}
