"""The figures that every online trial has, whatever it is for."""

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from streamgauge.experiments.online import Offered
from streamgauge.experiments.watching import resource_figures
from streamgauge.measure.boxplot import BoxPlot, box_plot
from streamgauge.measure.first_output import NEVER
from streamgauge.measure.jitter import jitter
from streamgauge.measure.latency import summarise

LATENESS_BOUND_MS = 100.0
CLOCK_STEP_BOUND_MS = 5.0  # what it takes to read two clocks one after the other stays far below


def about(offered: Offered) -> dict[str, Any]:
    """What ran, and whether its answer was right."""
    trial, comparison = offered.trial, offered.comparison
    return {
        "engine": trial.engine_name,
        "emission": trial.workload.flow.emission.value,
        "rate": offered.offer.rate,
        "events": trial.events,
        "partitions": trial.input.partitions,
        "clock_offset_ms": trial.clock.to_data(),
        "outputs_per_input": round(trial.collector.answer.written / trial.events, 3),
        "broken": trial.broken(),
        "verified": comparison is not None and comparison.equal,
        "repeated": trial.collector.answer.repeated,
        "differences": list(comparison.examples) if comparison else ["the engine was given up before its answer was complete"],
    }


def punctuality(offered: Offered, after_s: float) -> dict[str, Any]:
    """How late the sender was; past the bound the trial proves nothing, nor does it if the clock was set meanwhile."""
    late_ms = offered.lateness_p99_ms(after_s)
    return {"lateness_ms": {"p99": late_ms}, "inconclusive": late_sender(late_ms) or stepped_clock(offered.clock_step_ms)}


def late_sender(late_ms: float, bound_ms: float = LATENESS_BOUND_MS) -> str | None:
    """Why a sender that was so late proves nothing; None if it was punctual enough."""
    if late_ms <= bound_ms:
        return None
    return (
        f"the sender was late, with 1 % of its records by more than {late_ms:.0f} ms (bound {bound_ms:g} ms);"
        " lower --rate, or leave the machine alone while it measures"
    )


def stepped_clock(step_ms: float) -> str | None:
    """Why a trial proves nothing in which the clock was set: inputs are due by the old time, outputs appended by the new."""
    if abs(step_ms) <= CLOCK_STEP_BOUND_MS:
        return None
    return f"the clock of this machine was set by {step_ms:+.0f} ms meanwhile; let it only be slewed while it measures"


def latency_figures(offered: Offered, from_s: float) -> dict[str, Any]:
    """Latencies of what was due from a second of the schedule on: of outputs, and of inputs to their first output."""
    from_ms = offered.start_ms + round(from_s * 1000)
    samples, inputs = offered.trial.collector.samples(), offered.inputs
    ours = samples["intended_ms"] >= from_ms
    latency_ms = (samples["append_ms"] - samples["intended_ms"])[ours]
    seen = (inputs.due_ms >= from_ms) & (inputs.first_ms != NEVER)
    summary, first = summarise(latency_ms), summarise((inputs.first_ms - inputs.due_ms)[seen])
    return {
        "samples": len(latency_ms),
        "latency_ms": summary.to_data() if summary else None,
        "latency_box_ms": _box(box_plot(latency_ms)),
        "first_output_ms": first.to_data() if first and not inputs.are_outputs else None,
    }


def operation_figures(offered: Offered, from_s: float) -> dict[str, Any]:
    """The mean latency of each operation since a second of the schedule, if the engine told of it while it ran."""
    from_ms, end_ms = (offered.start_ms + round(second * 1000) for second in (from_s, offered.offer.seconds))
    told = [
        each["operations_ms"] for each in offered.events if each["event"] == "operations" and from_ms <= each["at_ms"] < end_ms
    ]
    names = told[0] if told else ()
    return {"operations_ms": {name: round(mean(each[name] for each in told), 3) for name in names}} if told else {}


def load_figures(offered: Offered, from_s: float) -> dict[str, Any]:
    """What was offered, achieved and waiting from a second on to the end of sending; jitter; what it took."""
    end_s = int(offered.offer.seconds)
    series = offered.series().between(int(from_s), end_s)
    usage = offered.use_between(from_s, end_s)
    return {
        "offered_per_second": round(float(series.offered.mean()), 1) if len(series) else None,
        "achieved_per_second": round(float(series.achieved.mean()), 1) if len(series) else None,
        "peak_per_second": series.peak_per_second,
        "backlog": round(float(series.backlog.mean()), 1) if len(series) else None,
        "jitter": _jitter(offered, from_s, end_s),
        "cpu_box_cores": _box(box_plot(usage.busy_cores("engine"))),
        "memory_box_bytes": _box(box_plot(usage.rss_bytes("engine"))),
        **resource_figures(usage),
    }


def worst_throttling(loads: Sequence[Mapping[str, Any]]) -> float | None:
    """Of several loads the share of the one that was held back most; None where the machine does not tell."""
    return max((each["throttled_share"] for each in loads if each["throttled_share"] is not None), default=None)


def _jitter(offered: Offered, from_s: float, end_s: int) -> dict[str, float] | None:
    """Over the seconds: outputs by the second of their append, inputs by the second in which they were due."""
    import numpy as np

    seconds = np.arange(int(from_s), end_s + 1) * 1000 + offered.start_ms
    samples = offered.trial.collector.samples()
    outputs, _ = np.histogram(samples["append_ms"], bins=seconds)
    inputs, _ = np.histogram(offered.inputs.due_ms, bins=seconds)
    if not inputs.any():
        return None
    selectivity = float((samples["intended_ms"] >= offered.start_ms).sum()) / max(1, len(offered.inputs.due_ms))
    strayed = jitter(outputs, inputs, selectivity)
    return None if strayed is None else _box(box_plot(strayed))


def _box(plot: BoxPlot | None) -> dict[str, float] | None:
    return None if plot is None else {name: round(value, 3) for name, value in plot.to_data().items()}
