"""What each operator costs: throughput of one small flow for each step against reading and writing alone, both paradigms.

    python benchmarks/operators.py [--events 300000] [--rounds 3]

In each round every flow runs once on the same preloaded topic; a flow's cost is the time that a record takes in it beyond the
time it takes in the identity flow of the same round. Flows that are written only at the end of their windows are left out in
real-time mode, which cannot run them.
"""

import argparse
import statistics

from spark_bench import TRIGGERS, Bench, open_bench
from streamgauge.engines import load_engine
from streamgauge.engines.spark.lowering import lower, output_mode
from streamgauge.flow import Flow
from streamgauge.workloads import workloads

PREFIX = "operator-"


def flows(paradigm: str) -> dict[str, Flow]:
    """The flows that a paradigm can run and that write while they read."""
    support = load_engine(f"spark-{paradigm}").support
    small = {name: each.configured({}, seed=1).flow for name, each in workloads().items() if name.startswith(PREFIX)}
    return {name: flow for name, flow in small.items() if not support.gaps(flow) and output_mode(flow) == "update"}


def measure(bench: Bench, paradigm: str, events: int, rounds: int) -> None:
    times: dict[str, list[float]] = {}
    configured = workloads()[f"{PREFIX}identity"].configured({}, seed=1)
    with bench.source(configured, events) as source:
        for number in range(rounds + 1):  # the first round warms up and is not counted
            for name, flow in flows(paradigm).items():
                rate = bench.records_per_second(
                    lambda records, n, flow=flow: lower(flow, records, output_partitions=n), source, paradigm, events
                )
                if number:
                    times.setdefault(name, []).append(1e6 / rate)
    identity = times[f"{PREFIX}identity"]
    for name, own in times.items():
        beyond = statistics.median(mine - base for mine, base in zip(own, identity, strict=True))
        ratio = statistics.median(base / mine for mine, base in zip(own, identity, strict=True))
        print(f"{paradigm:<11} {name:<24} {beyond:+8.2f} us a record   {ratio:5.2f} of identity's throughput", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=300_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--paradigm", choices=sorted(TRIGGERS), action="append")
    given = parser.parse_args()
    with open_bench() as bench:
        for paradigm in given.paradigm or sorted(TRIGGERS):
            measure(bench, paradigm, given.events, given.rounds)


if __name__ == "__main__":
    main()
