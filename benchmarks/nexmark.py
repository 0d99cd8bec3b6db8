"""Events a second, and for each core used, of every NEXMark query on every engine; and how fast the events are made.

    python benchmarks/nexmark.py [--events 500000] [--engine spark-microbatch ...] [--query 5 ...]

Each query empties a topic that was filled before, once to warm up and then again; the answer of every run is compared with the
oracle's. The time counts from the start of the query until its answer is complete, with the plan, the first batch and, where
rows wait for the watermark, the last empty ones: more events make them count less. For each core used means by CPU second of
the engine's processes. A query that an engine cannot run is told with the reason.
"""

import argparse
import tempfile
import time
from pathlib import Path

from streamgauge.engines import load_engine
from streamgauge.experiments.lab import Lab, open_lab
from streamgauge.experiments.plans import EnginePlan, Limits, TransportPlan, WorkloadPlan
from streamgauge.experiments.preload import preload
from streamgauge.experiments.watching import watched
from streamgauge.streams.nexmark import NexmarkStream
from streamgauge.workloads import workloads

ENGINES = ("reference", "spark-microbatch", "spark-realtime")
WARM_UP_EVENTS = 20_000
LIMITS = Limits(limit_s=900)


def main() -> None:
    given = _arguments()
    wanted = [f"nexmark-q{number}" for number in given.query]
    names = wanted or sorted((name for name in workloads() if name.startswith("nexmark-q")), key=_number)
    print(f"the events are made at {made_per_second(given.events):,.0f} events/s on one core", flush=True)
    print(f"{'query':14}{'engine':18}{'emission':10}{'events/s':>12}{'a core used':>13}{'out/in':>9}  answer", flush=True)
    logs = Path(tempfile.mkdtemp(prefix="nexmark-"))
    for engine in given.engine or ENGINES:
        with open_lab(TransportPlan(), logs=logs, say=lambda _: None) as lab:
            for name in names:
                print(measured(lab, engine, name, given.events), flush=True)


def measured(lab: Lab, engine: str, name: str, events: int) -> str:
    """One line of the table."""
    flow = WorkloadPlan(name).configured().flow
    start = f"{name:14}{engine:18}{flow.emission.value:10}"
    for where, support in load_engine(engine).support.gaps(flow):
        return f"{start}{where}: {support}"
    run(lab, engine, name, WARM_UP_EVENTS)
    seconds, cpu_s, outputs, verdict = run(lab, engine, name, events)
    return f"{start}{events / seconds:12,.0f}{events / cpu_s:13,.0f}{outputs / events:9.3f}  {verdict}"


def run(lab: Lab, engine: str, name: str, events: int) -> tuple[float, float, int, str]:
    """Seconds, CPU seconds of the engine, rows written, and whether they are right."""
    with lab.trial(EnginePlan(engine), WorkloadPlan(name), events) as trial:
        preload(trial.workload, trial.input, events)
        trial.end_input()
        with watched(lab, trial) as watch:
            started = time.monotonic()
            with trial.running() as running:
                trial.wait(running, LIMITS)
                seconds = time.monotonic() - started
            watch.sample()
        comparison, used = trial.check(), watch.usage.of("engine")
        verdict = "right" if comparison.equal else f"WRONG: {comparison.examples[:1]}"
        return seconds, used.cpu_s if used else float("nan"), comparison.written, verdict


def made_per_second(events: int) -> float:
    stream = NexmarkStream()
    stream.records(0, 10_000)
    started = time.perf_counter()
    stream.records(10_000, events)
    return events / (time.perf_counter() - started)


def _number(name: str) -> int:
    return int(name.removeprefix("nexmark-q"))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=500_000)
    parser.add_argument("--engine", action="append", choices=ENGINES)
    parser.add_argument("--query", type=int, action="append", default=[])
    return parser.parse_args()


if __name__ == "__main__":
    main()
