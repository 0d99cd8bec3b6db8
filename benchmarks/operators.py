"""What each operator costs: throughput of one small flow for each step against reading and writing alone, both paradigms.

    python benchmarks/operators.py [--events 300000] [--rounds 3]

In each round every flow runs once on the same preloaded topic; a flow's cost is the time that a record takes in it beyond the
time it takes in the identity flow of the same round. Flows that need the order of their keys read a topic that is placed by
key. Flows that real-time mode cannot run are left out there. A flow that writes fewer or shorter rows than identity can cost
less than nothing: in real-time mode, writing is most of the work.
"""

import argparse
import statistics
from contextlib import ExitStack

from spark_bench import TRIGGERS, Bench, open_bench
from streamgauge.engines import load_engine
from streamgauge.engines.spark.lowering import lower, output_mode
from streamgauge.workloads import workloads
from streamgauge.workloads.base import ConfiguredWorkload

PREFIX = "operator-"
IDENTITY = f"{PREFIX}identity"


def operators(paradigm: str) -> dict[str, ConfiguredWorkload]:
    """The flows that a paradigm can run."""
    support = load_engine(f"spark-{paradigm}").support
    small = {name: each.configured({}, seed=1) for name, each in workloads().items() if name.startswith(PREFIX)}
    return {name: each for name, each in small.items() if not support.gaps(each.flow)}


def measure(bench: Bench, paradigm: str, events: int, rounds: int) -> None:
    small, times = operators(paradigm), dict[str, list[float]]()
    in_order = [each for each in small.values() if each.flow.is_order_sensitive]
    with ExitStack() as topics:
        spread = topics.enter_context(bench.source(small[IDENTITY], events))
        placed = topics.enter_context(bench.source(in_order[0], events)) if in_order else spread
        for number in range(rounds + 1):  # the first round warms up and is not counted
            for name, each in small.items():
                rate = bench.records_per_second(
                    lambda records, n, flow=each.flow: lower(flow, records, output_partitions=n),
                    placed if each.flow.is_order_sensitive else spread,
                    paradigm,
                    events,
                    output_mode(each.flow),
                )
                if number:
                    times.setdefault(name, []).append(1e6 / rate)
    identity = times[IDENTITY]
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
