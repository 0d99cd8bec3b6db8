"""What the lowering costs: throughput of lowered flows against programs written by hand, and the price of the two marks.

    python benchmarks/lowering.py [--rounds 5] [--workload wordcount] [--paradigm microbatch]

In each round the three variants run one after the other on the same preloaded topic, in an order that turns; ratios are taken
within a round and the median over the rounds is printed. Goals: lowered at least 0.95 of handwritten, marks below 10 %.
"""

import argparse
import statistics
from typing import TYPE_CHECKING, Any

from handwritten import HANDWRITTEN
from spark_bench import TRIGGERS, Bench, open_bench
from streamgauge.engines.spark.lowering import lower
from streamgauge.workloads import load_workload

if TYPE_CHECKING:
    from collections.abc import Callable

EVENTS = {
    ("wordcount", "microbatch"): 2_000_000,
    ("wordcount", "realtime"): 100_000,
    ("grep", "microbatch"): 4_000_000,
    ("grep", "realtime"): 4_000_000,
    ("ysb", "microbatch"): 1_000_000,
    ("ysb", "realtime"): 1_000_000,
}


def compare(bench: Bench, workload: str, paradigm: str, rounds: int) -> None:
    configured, events = load_workload(workload).configured({}, seed=1), EVENTS[workload, paradigm]
    variants: dict[str, Callable[[Any, int], Any]] = {
        "handwritten": HANDWRITTEN[workload],
        "lowered": lambda records, n: lower(configured.flow, records, output_partitions=n),
        "lowered, no marks": lambda records, n: lower(configured.flow, records, output_partitions=n, with_marks=False),
    }
    measured: dict[str, list[float]] = {name: [] for name in variants}
    with bench.source(configured, events) as source:
        for number in range(rounds + 1):  # the first round warms up and is not counted
            order = list(variants)[number % 3 :] + list(variants)[: number % 3]
            for name in order if number % 2 else reversed(order):
                rate = bench.records_per_second(variants[name], source, paradigm, events)
                if number:
                    measured[name].append(rate)
    lowered = ratios(measured["lowered"], measured["handwritten"])
    marks = ratios(measured["lowered"], measured["lowered, no marks"])
    print(
        f"{workload:<10} {paradigm:<11} handwritten {statistics.median(measured['handwritten']):>9,.0f}/s"
        f"   lowered / handwritten {statistics.median(lowered):.2f} ({min(lowered):.2f}..{max(lowered):.2f})"
        f"   cost of the marks {1 - statistics.median(marks):+.0%} ({1 - max(marks):+.0%}..{1 - min(marks):+.0%})",
        flush=True,
    )


def ratios(above: list[float], below: list[float]) -> list[float]:
    return [a / b for a, b in zip(above, below, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workload", choices=sorted(HANDWRITTEN), action="append")
    parser.add_argument("--paradigm", choices=sorted(TRIGGERS), action="append")
    given = parser.parse_args()
    with open_bench() as bench:
        for workload in given.workload or sorted(HANDWRITTEN, reverse=True):
            for paradigm in given.paradigm or sorted(TRIGGERS):
                compare(bench, workload, paradigm, given.rounds)


if __name__ == "__main__":
    main()
