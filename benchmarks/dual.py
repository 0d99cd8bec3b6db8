"""What the dual engine must show beside the two pure paradigms, each comparison in one run, each answer verified.

    python benchmarks/dual.py                            all of them, about three hours; nothing else should run meanwhile
    python benchmarks/dual.py calm two-bursts            some of them
    python benchmarks/dual.py inside --data-rate 6000 --operation-rate 90000      with capacities that are known already

The experiments are the product's own, run by its command line: the folders below --runs hold everything that was measured.
Without given capacities WordCount's (with a hundred thousand words) are measured first, from a filled topic; online, beside a
sender, less is left of them.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import mean
from typing import Any

from streamgauge.engines.dual.ranges import switch_range

MICROBATCH, REALTIME, DUAL = "spark-microbatch", "spark-realtime", "dual"
ONLINE_SHARE = 0.8  # of what an engine does with a filled topic
YSB_ONLINE_SHARE = 0.9  # sender and broker take a third of a core at 40,000/s
CALM = 2_000
MANY = 40_000  # sentences/s: far beyond real-time mode, and what a sender can offer beside micro-batch
SETTLED_S = 40  # of calm before a burst: Spark is warm by then
HEAVY_JOIN = 100  # thousand characters, about a tenth of a millisecond
HEAVIER_JOIN = 150  # so much that what a sender takes matters little
# A hundred thousand words: micro-batch writes so many updates that a sender beside it can offer more than it does. With the
# usual ten thousand it does as much as the sender can send, and a burst above it is not to be had on two cores.
WIDE = ("--set", "vocabulary=100000", "--set", "word_digits=6")


@dataclass(frozen=True)
class Verdict:
    """A claim, what was found, and whether it holds; None where that is for the reader to judge."""

    claim: str
    found: str
    holds: bool | None = None

    def __str__(self) -> str:
        word = {True: "yes", False: "NO", None: "   "}[self.holds]
        return f"  {word:3}  {self.claim}: {self.found}"


@dataclass(frozen=True)
class Result:
    """A run: its figures by engine, how engines compare, and what the engines said that happened in them."""

    entries: Mapping[str, Mapping[str, Any]]
    comparisons: Sequence[Mapping[str, Any]]
    events: Mapping[str, Sequence[Mapping[str, Any]]]
    started_ms: Mapping[str, int]  # when the first record of each trial was due

    def switches(self, engine: str = DUAL) -> list[Mapping[str, Any]]:
        return [event for event in self.events.get(engine, ()) if event["what"] == "switch"]

    def switches_in_burst(self) -> list[Mapping[str, Any]]:
        """From its begin to its end: afterwards a part goes back to the data stream."""
        (burst, *_) = self.entries[DUAL]["bursts"]
        return [each for each in self.switches() if burst["from_s"] <= self._second(each) <= burst["to_s"]]

    def _second(self, event: Mapping[str, Any]) -> float:
        return float(event["at_ms"] - self.started_ms[event["trial"]]) / 1000

    def verified(self) -> Verdict:
        wrong = [name for name, entry in self.entries.items() if not entry["verified"]]
        doubtful = [f"{name}: {entry['inconclusive']}" for name, entry in self.entries.items() if entry.get("inconclusive")]
        return Verdict("answers verified", ", ".join([*wrong, *doubtful]) or "all", not wrong and not doubtful)


@dataclass(frozen=True)
class Laboratory:
    """Where experiments are run, and what is known of WordCount's capacities."""

    runs: Path
    given_rates: tuple[float, float] | None = None
    trials: int = 1

    def run(self, experiment: str, workload: str, engines: Sequence[str], *more: str) -> Result:
        command = ["run", experiment, workload, "--engine", ",".join(engines), "--runs", str(self.runs), "--limit", "1500", *more]
        print("  $ streamgauge", *command, flush=True)
        ended = subprocess.run(
            [Path(sys.executable).with_name("streamgauge"), *command, "--json"], stdout=subprocess.PIPE, check=False, text=True
        )
        if not ended.stdout.strip():
            sys.exit(f"the experiment ended with exit code {ended.returncode} and no result")
        result = json.loads(ended.stdout)
        if "error" in result:
            sys.exit(f"the experiment was refused: {result['error']['what']}")
        events: dict[str, list[Mapping[str, Any]]] = {}
        started_ms: dict[str, int] = {}
        with (Path(result["folder"]) / "events.jsonl").open(encoding="utf-8") as lines:
            for event in map(json.loads, lines):
                if event["event"] == "engine":
                    events.setdefault(event["engine"], []).append(event)
                elif event["event"] == "sent":
                    started_ms[event["trial"]] = event["start_ms"]
        return Result({entry["engine"]: entry for entry in result["engines"]}, result["comparisons"], events, started_ms)

    @cached_property
    def _rates(self) -> tuple[float, float]:
        if self.given_rates:
            return self.given_rates
        offline = self.run("throughput", "wordcount", [MICROBATCH, REALTIME], "--events", "300000", *WIDE)
        rates = [ONLINE_SHARE * offline.entries[name]["records_per_second"] for name in (REALTIME, MICROBATCH)]
        print(f"  WordCount, online: data stream about {rates[0]:,.0f}/s, operation stream {rates[1]:,.0f}/s", flush=True)
        return rates[0], rates[1]

    @property
    def data_rate(self) -> float:
        return self._rates[0]

    @property
    def operation_rate(self) -> float:
        return self._rates[1]


def calm(lab: Laboratory) -> Iterator[Verdict]:
    """2,000 sentences a second: as quick as real-time mode, and five times as quick as micro-batch."""
    trials = str(max(3, lab.trials))
    engines = [REALTIME, MICROBATCH, DUAL]
    found = lab.run("latency", "wordcount", engines, "--rate", str(CALM), "--trials", trials, "--warmup", "30", "--no-floor")
    yield found.verified()
    p50 = {name: entry["latency_ms"]["p50"] for name, entry in found.entries.items()}
    yield _at_most("p50 within 1.2 times real-time mode's", p50[DUAL], p50[REALTIME], 1.2)
    yield _at_most("p50 at most a fifth of micro-batch's", p50[DUAL], p50[MICROBATCH], 0.2)
    for each in found.comparisons:
        if each["contender"] == DUAL and each["figure"] == "latency_ms.p99":
            is_better = each["ratio"] is not None and each["ratio"] < 1
            yield Verdict("p99 not above real-time mode's", each["sentence"], is_better or "no difference" in each["sentence"])
    yield _none("no switch", found.switches())


def peak(lab: Laboratory) -> Iterator[Verdict]:
    """More than either paradigm can do, with a hundred thousand words; with ten thousand, many times what the data stream can."""
    got = yield from _in_burst(lab, [MICROBATCH, DUAL], 1.3 * lab.operation_rate, *WIDE)
    yield _at_least("records/s, of micro-batch's, both overloaded", got[DUAL], got[MICROBATCH], 0.95)
    got = yield from _in_burst(lab, [MICROBATCH, DUAL], MANY)
    got |= yield from _in_burst(lab, [REALTIME], 2 * lab.data_rate)  # more would take it half an hour
    yield _at_least(f"records/s at {MANY:,}/s offered, of micro-batch's", got[DUAL], got[MICROBATCH], 0.95)
    yield _at_least("records/s, of real-time mode's", got[DUAL], got[REALTIME], 3)


def peak_even(lab: Laboratory) -> Iterator[Verdict]:
    """YSB and Grep, where real-time mode is as fast: no needless switch, and nothing is lost by the dual engine."""
    for workload, rate in (("ysb", 60_000), ("grep", 60_000)):
        shape = f"bursts:calm={CALM},burst={rate},start={SETTLED_S},length=30,gap=20"
        found = lab.run("burst", workload, [MICROBATCH, REALTIME, DUAL], "--rate", shape, "--no-floor")
        yield found.verified()
        got = {name: _achieved(entry) for name, entry in found.entries.items()}
        better = max(got[MICROBATCH], got[REALTIME])
        yield _at_least(f"{workload}: records/s at {rate:,}/s offered, of the better paradigm's", got[DUAL], better, 0.9)
        yield _none(f"{workload}: no needless switch", found.switches())


def two_bursts(lab: Laboratory) -> Iterator[Verdict]:
    """One burst between the two capacities, one just above micro-batch's."""
    between = (lab.data_rate * lab.operation_rate) ** 0.5
    yield from _two_bursts(lab, "wordcount", between, 1.05 * lab.operation_rate, *WIDE)


def two_bursts_ysb(lab: Laboratory) -> Iterator[Verdict]:
    """The same on YSB, whose join has stated CPU work, from a topic of one partition: one thread's in the data stream, spread
    over all cores in the operation stream. With a partition for each core both do as much, and there is nothing to gain."""
    work = ("--set", f"join_work={HEAVIER_JOIN}", "--partitions", "1")
    # So many that both are warm: a data stream that has just been started does 13,000 records/s, and 17,000 a minute later.
    offline = lab.run("throughput", "ysb", [MICROBATCH, REALTIME], "--events", "900000", *work)
    data, operation = (offline.entries[name]["records_per_second"] for name in (REALTIME, MICROBATCH))
    operation *= YSB_ONLINE_SHARE  # in the data stream a core is left for the sender
    yield Verdict("capacities with that join, records/s", f"{REALTIME} {data:,.0f}, {MICROBATCH} {operation:,.0f}")
    # The paradigms are closer together than with WordCount: what a switch holds up is worked off slowly, and in a burst that is
    # too much for both not at all. So there must be more calm between bursts for it to pay.
    yield from _two_bursts(lab, "ysb", (data * operation) ** 0.5, 1.05 * operation, *work, gap_s=240)


def inside(lab: Laboratory) -> Iterator[Verdict]:
    """Constant input; the split multiplies by ten: it stays in the data stream, what follows switches."""
    rate = str(round(1.5 * lab.data_rate))
    cut = ("--option", "cut=auto")
    found = lab.run("latency", "wordcount", [DUAL], "--rate", rate, "--seconds", "40", "--warmup", "30", "--no-floor", *cut)
    yield found.verified()
    switched = sorted({event["part"] for event in found.switches()})
    yield Verdict("the split (part 1) stays, the count (part 2) switches", f"switched: {switched}", switched == [2])
    causes = [event["decision"]["cause"] for event in found.switches()]
    yield Verdict("its cause is a burst from inside", ", ".join(causes) or "none", causes[:1] == ["burst_inside"])


def switched_range(lab: Laboratory) -> Iterator[Verdict]:
    """YSB in its six operations with a heavy join: the range is the formula's, and no other part restarts."""
    shape = f"bursts:calm={CALM},burst=9000,start={SETTLED_S + 20},length=30,gap=40"
    heavy = ("--set", f"join_work={HEAVY_JOIN}", "--option", "cut=every")
    found = lab.run("burst", "ysb", [DUAL], "--rate", shape, "--no-floor", *heavy)
    yield found.verified()
    switches = found.switches()
    yield Verdict("there was a switch", f"{len(switches)} parts switched", bool(switches))
    told = [event["decision"] for event in switches if event["decision"].get("to") == "operation stream"]
    meant: set[int] = set()
    for decision in {decision["time_s"]: decision for decision in told}.values():
        magnifications = [float("inf"), *(part["magnification"] for part in decision["figures"])]
        formula = [
            number
            for number in switch_range(decision["part"], magnifications)
            if decision["figures"][number - 1]["paradigm"] == "data stream"
        ]
        meant |= {*formula}
        yield Verdict(
            f"range from part {decision['part']} by the formula {formula}", str(decision["parts"]), decision["parts"] == formula
        )
    yield Verdict("no other part restarted", f"{sorted(_parts(switches))}", _parts(switches) == meant)
    for operation, ms in found.entries[DUAL]["operations_ms"].items():
        yield Verdict(f"mean latency of {operation}, ms", f"{ms:,.1f}")


def switch_point(lab: Laboratory) -> Iterator[Verdict]:
    """A load that sits at the switch point for two minutes, and one of 70 %, after a minute of calm."""
    for share, most in ((1.0, 1), (0.7, 0)):
        shape = f"bursts:calm={CALM},burst={round(share * lab.data_rate)},start=60,length=120,gap=20"
        found = lab.run("burst", "wordcount", [DUAL], "--rate", shape, "--no-floor", *WIDE)
        yield found.verified()
        count = len(found.switches_in_burst())
        yield Verdict(f"at {share:.0%} of the data stream's capacity at most {most} switches", str(count), count <= most)


def cost(lab: Laboratory) -> Iterator[Verdict]:
    """The controller's own CPU time, in its thread and in the JVM thread that answers it."""
    for cut in ("one", "every"):
        option = ("--option", f"cut={cut}")
        found = lab.run("latency", "ysb", [DUAL], "--rate", str(CALM), "--seconds", "40", "--warmup", "20", "--no-floor", *option)
        yield found.verified()
        told = [event for event in found.events[DUAL] if event["what"] == "controller"][-1]
        words = f"{told['cores']:.1%} of a core ({told['cpu_s']:.2f} s here, {told['jvm_cpu_s']:.2f} s in the JVM)"
        words += f", and {told['changing_cpu_s']:.2f} s once for rehearsals"
        yield Verdict(f"under 3 % of a core, cut {cut}", words, told["cores"] < 0.03)


CHECKS: Mapping[str, Callable[[Laboratory], Iterator[Verdict]]] = {
    "calm": calm,
    "peak": peak,
    "peak-even": peak_even,
    "two-bursts": two_bursts,
    "two-bursts-ysb": two_bursts_ysb,
    "inside": inside,
    "range": switched_range,
    "switch-point": switch_point,
    "cost": cost,
}


def _in_burst(lab: Laboratory, engines: Sequence[str], rate: float, *more: str) -> Generator[Verdict, None, dict[str, float]]:
    """What of a burst of WordCount gets through, in records a second."""
    shape = f"bursts:calm={CALM},burst={round(rate)},start={SETTLED_S},length=30,gap=30"
    found = lab.run("burst", "wordcount", engines, "--rate", shape, "--no-floor", *more)
    yield found.verified()
    return {name: _achieved(entry) for name, entry in found.entries.items()}


def _two_bursts(lab: Laboratory, workload: str, first: float, second: float, *more: str, gap_s: int = 40) -> Iterator[Verdict]:
    """A burst like the first one goes before them and is not counted: a JVM that has never been under load is a slow one."""
    shape = f"bursts:calm={CALM},burst={round(first)}/{round(first)}/{round(second)},start={SETTLED_S},length=30,gap={gap_s}"
    warmup = SETTLED_S + 30 + 30
    options = ("--rate", shape, "--warmup", str(warmup), "--no-floor", *more)
    found = lab.run("burst", workload, [MICROBATCH, REALTIME, DUAL], *options)
    yield found.verified()
    averaged = {name: entry["time_averaged_ms"] for name, entry in found.entries.items()}
    for other in (MICROBATCH, REALTIME):
        yield _at_most(f"time-averaged latency below {other}'s, ms", averaged[DUAL], averaged[other], 1)
    caught_up = [burst["catch_up_s"] for burst in found.entries[DUAL]["bursts"]]
    yield Verdict("backlog back at calm level after all", f"after {caught_up} s", None not in caught_up)
    count = len(found.switches())
    yield Verdict("two switches for each burst", str(count), count == 6)


def _achieved(entry: Mapping[str, Any], after_s: int = 10) -> float:
    """Records a second in the first burst, without its first seconds, in which the dual engine switches."""
    (burst, *_) = entry["bursts"]
    return float(mean(entry["series"]["achieved"][burst["from_s"] + after_s : burst["to_s"]]))


def _at_most(claim: str, ours: float, theirs: float, times: float) -> Verdict:
    return Verdict(claim, f"{ours:,.1f} to {theirs:,.1f}, ratio {ours / theirs:.3f}", ours <= times * theirs)


def _at_least(claim: str, ours: float, theirs: float, times: float) -> Verdict:
    return Verdict(claim, f"{ours:,.0f} to {theirs:,.0f}, ratio {ours / theirs:.2f}, wanted {times:g}", ours >= times * theirs)


def _none(claim: str, events: Sequence[Mapping[str, Any]]) -> Verdict:
    return Verdict(claim, f"{len(events)} switches", not events)


def _parts(switches: Sequence[Mapping[str, Any]]) -> set[int]:
    return {event["part"] for event in switches}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checks", nargs="*", choices=[*CHECKS, []], metavar="NAME", help=", ".join(CHECKS))
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    parser.add_argument("--trials", type=int, default=1)
    parser.add_argument("--data-rate", type=float, help="WordCount's capacity in the data stream, records/s")
    parser.add_argument("--operation-rate", type=float, help="in the operation stream")
    given = parser.parse_args()
    rates = (given.data_rate, given.operation_rate) if given.data_rate and given.operation_rate else None
    lab, missed = Laboratory(given.runs, rates, given.trials), 0
    for name in given.checks or CHECKS:
        print(f"{name}: {CHECKS[name].__doc__}", flush=True)
        for verdict in CHECKS[name](lab):
            print(verdict, flush=True)
            missed += verdict.holds is False
    print(f"{missed} claims do not hold" if missed else "all claims hold")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
