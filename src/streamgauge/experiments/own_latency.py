"""The latency that a workload's origin defines, measured in the same trial as ours."""

from typing import Any

from streamgauge.experiments.online import Offered
from streamgauge.measure.latency import summarise
from streamgauge.runs.folder import RunFolder


def own_figures(offered: Offered, from_s: float, folder: RunFolder, label: str) -> dict[str, Any]:
    """Its figures, if the workload has one; the raw samples are kept."""
    import numpy as np

    trial = offered.trial
    own, last_append_ms = trial.workload.workload.own_latency, trial.collector.last_append_ms
    if own is None or last_append_ms is None:
        return {}
    timetable = offered.timetable(offered.start_ms + round(from_s * 1000))
    samples = np.array(own.measure(trial.workload.values, last_append_ms, timetable), dtype=np.int64).reshape(-1, 2)
    columns = {"from_ms": samples[:, 0], "to_ms": samples[:, 1]}
    folder.save_samples(f"{label}-own-latency", columns)
    summary = summarise(columns["to_ms"] - columns["from_ms"])
    return {"own_samples": len(samples), "own_latency_ms": summary.to_data() if summary else None}
