"""What the dual engine would have done with a load that was recorded: the offered rate of a run through the simulator.

    python benchmarks/replay.py last [--runs runs] [--data-rate 10000] [--operation-rate 200000] [--schedule 0.4]

Minutes of load take milliseconds. The rates are what the simulated part can do, which the controller has to find out; `dual`'s
own runs tell them for a workload (`streamgauge report`, or `status()["model"]` of a query of your own).
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from streamgauge.engines.dual.controller import Controller
from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.simulator import SimulatedPart, mean_latency_s, simulate, switches
from streamgauge.report.tracks import series_of
from streamgauge.runs.reading import Run, find_run, read_run


def recorded_load(run: Run) -> Iterator[tuple[float, float]]:
    """Pairs of seconds and records per second, as the first trial that kept its series was offered them."""
    series = next((found for trial in run.result["measured"] if (found := series_of(run, trial))), None)
    if series is None:
        raise SystemExit(f"{run.path} has no series: replay a run of latency or burst")
    return ((1.0, float(rate or 0)) for rate in series["offered"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="a folder, the name of a run, or last")
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    usual = SimulatedPart()
    parser.add_argument("--data-rate", type=float, default=usual.data_rate)
    parser.add_argument("--operation-rate", type=float, default=usual.operation_rate)
    parser.add_argument("--schedule", type=float, default=usual.schedule_s, help="seconds that a micro-batch takes in any case")
    given = parser.parse_args()
    load = list(recorded_load(read_run(find_run(given.run, given.runs))))
    part = SimulatedPart(data_rate=given.data_rate, operation_rate=given.operation_rate, schedule_s=given.schedule)
    samples = list(simulate(load, [part], Controller.of()))
    for decision in switches(samples):
        assert decision.to is not None
        print(f"{decision.time_s:6.1f} s  to the {decision.to.value}: {decision.cause.value}")
    pure = {start.value: mean_latency_s(list(simulate(load, [part], start=start))) for start in Paradigm}
    for name, seconds in {"dual": mean_latency_s(samples), **pure}.items():
        print(f"latency averaged over {len(load)} s, {name}: {1000 * seconds:,.0f} ms")


if __name__ == "__main__":
    main()
