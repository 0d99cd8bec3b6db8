"""Events a second, and for each core used, of every NEXMark query on every engine; and how fast the events are made.

    python benchmarks/nexmark.py [--events 100000] [--engine spark-microbatch ...] [--query 5 ...]    # all: about an hour

Each query empties a topic that was filled before, first a short one to warm up; the answers of both runs are compared with the
oracle's. The time counts from the start of the query until its answer is complete, with the plan, the first batch and, where
rows wait for the watermark, the last empty ones: more events make them count less. For each core used means by CPU second of
the engine's processes; the reference works in this process, where the output is read and compared as well. A query that an
engine cannot run is told with the reason. A wrong answer makes the whole exit 3, an engine's failure exit 5.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from streamgauge.engines import engine_names, load_engine
from streamgauge.errors import EngineError, ExitCode
from streamgauge.experiments.lab import Lab, open_lab
from streamgauge.experiments.plans import EnginePlan, Limits, TransportPlan, WorkloadPlan
from streamgauge.experiments.preload import preload
from streamgauge.experiments.watching import watched
from streamgauge.host.environments import is_ready
from streamgauge.streams.nexmark import NexmarkStream
from streamgauge.workloads.families import load_family

WARM_UP_EVENTS = 20_000
LIMITS = Limits(limit_s=600)
GENERATED_EVENTS, GENERATOR_GOAL = 500_000, 800_000


class WrongAnswerError(Exception):
    """Rows that are not those of the oracle."""


def main() -> None:
    given = _arguments()
    print(f"the events are made at {made_per_second():,.0f} events/s on one core; the goal is {GENERATOR_GOAL:,}", flush=True)
    print(f"{'query':14}{'engine':18}{'emission':10}{'events/s':>12}{'a core used':>13}{'out/in':>9}", flush=True)
    logs, ends = Path(tempfile.mkdtemp(prefix="nexmark-")), {ExitCode.OK}
    for engine in given.engine or engines_here():
        with open_lab(TransportPlan(), logs=logs, say=lambda _: None) as lab:
            for name in [f"nexmark-q{number}" for number in given.query] or load_family("nexmark").workloads:
                emission = WorkloadPlan(name).configured().flow.emission.value
                try:
                    figures = measured(lab, engine, name, given.events)
                except WrongAnswerError as error:
                    figures = f"WRONG: {error}"
                    ends.add(ExitCode.WRONG_ANSWER)
                except EngineError as error:
                    figures = f"failed: {error.what}"
                    ends.add(ExitCode.ENGINE_FAILED)
                print(f"{name:14}{engine:18}{emission:10}{figures}", flush=True)
    sys.exit(min(ends - {ExitCode.OK}, default=ExitCode.OK))


def engines_here() -> Iterator[str]:
    """All engines but those that have not been set up, which are told."""
    for name in engine_names():
        environment = load_engine(name).environment
        if environment is None or is_ready(environment):
            yield name
        else:
            print(f"{'':14}{name:18}not set up: streamgauge setup {name}", flush=True)


def measured(lab: Lab, engine: str, name: str, events: int) -> str:
    """The figures of one line, or why there are none."""
    for where, support in load_engine(engine).support.gaps(WorkloadPlan(name).configured().flow):
        return f"{where}: {support}"
    run(lab, engine, name, min(events, WARM_UP_EVENTS))
    seconds, cpu_s, outputs = run(lab, engine, name, events)
    return f"{events / seconds:12,.0f}{events / cpu_s:13,.0f}{outputs / events:9.3f}"


def run(lab: Lab, engine: str, name: str, events: int) -> tuple[float, float, int]:
    """Seconds, CPU seconds of the engine, and rows written, which were right."""
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
        if not comparison.equal:
            raise WrongAnswerError("; ".join(comparison.examples[:1]))
        return seconds, used.cpu_s if used else float("nan"), comparison.written


def made_per_second() -> float:
    """All fields, as JSON; the first events do not count."""
    stream = NexmarkStream()
    stream.records(0, 10_000)
    started = time.perf_counter()
    stream.records(10_000, GENERATED_EVENTS)
    return GENERATED_EVENTS / (time.perf_counter() - started)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--engine", action="append", choices=engine_names())
    parser.add_argument("--query", type=int, action="append", default=[])
    return parser.parse_args()


if __name__ == "__main__":
    main()
