"""A figure of an engine in two runs: the medians of its trials, how many times as much, how sure, and the verdict."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.measure.definitions import resolution_of
from streamgauge.measure.objectives import find_figure
from streamgauge.measure.statistics import Effect, Verdict, compare, floor_of
from streamgauge.report.directions import Better, better
from streamgauge.report.offered_rates import other_load

Trials = Sequence[Mapping[str, Any]]

# What is shown of every experiment that has it, with the words for it; other figures on request.
SHOWN = {
    "latency_ms.p50": "median latency",
    "latency_ms.p99": "p99 latency",
    "latency_ms.mean": "mean latency",
    "first_output_ms.p50": "median time to the first output",
    "time_averaged_ms": "time-averaged latency",
    "overshoot_ms": "overshoot of latency",
    "excess_ms_s": "excess latency",
    "highest_backlog": "highest backlog",
    "records_per_second": "throughput",
    "records_per_core_second": "throughput per core",
    "sustainable_rate.middle": "sustainable rate",
    "knee_per_second.low": "rate below the knee",
    "epoch_ms.p50": "median time of an epoch",
    "epoch_ms.p99": "p99 time of an epoch",
    "outputs_per_input": "outputs for each input",
    "resources.engine.cores": "busy cores",
    "resources.engine.rss_max_bytes": "highest memory",
}


@dataclass(frozen=True, slots=True)
class Place:
    """An engine, and what was swept."""

    engine: str
    settings: Mapping[str, Any]

    def __str__(self) -> str:
        return self.engine + "".join(f", {name} {value}" for name, value in self.settings.items())


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure of an engine in both runs: the medians of the trials that have it, and the effect of the second over the first.

    `unjudged` says why no gate may be judged on it; else it is empty.
    """

    engine: str
    settings: Mapping[str, Any]
    figure: str
    baseline: float
    contender: float
    trials: tuple[int, int]
    noise_floor: float | None
    effect: Effect
    unjudged: str = ""

    @property
    def verdict(self) -> str:
        """better, worse, or why neither can be said."""
        if self.effect.verdict is not Verdict.DIFFERENT or self.effect.ratio is None:
            return self.effect.verdict.value
        direction = better(self.figure)
        if direction is Better.NEITHER:
            return "more" if self.effect.ratio > 1 else "less"
        return "better" if (self.effect.ratio > 1) == (direction is Better.MORE) else "worse"

    @property
    def place(self) -> Place:
        return Place(self.engine, self.settings)

    @property
    def sentence(self) -> str:
        return f"{self.place}: {self.effect.sentence(SHOWN.get(self.figure, self.figure))}"

    def to_data(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "settings": dict(self.settings),
            "figure": self.figure,
            "baseline": self.baseline,
            "contender": self.contender,
            "trials": list(self.trials),
            "noise_floor": None if self.noise_floor is None else round(self.noise_floor, 4),
            **self.effect.to_data(),
            "verdict": self.verdict,
            "sentence": self.sentence,
        }


def place_of(*trials: Trials) -> Place:
    """Where these trials of one or of two runs belong."""
    names = dict.fromkeys(each[0]["engine"] for each in trials)
    return Place(", then ".join(names), trials[0][0]["settings"])


def compared_figures(figures: Sequence[str], ours: Trials, theirs: Trials) -> Iterator[Compared]:
    """Those figures that trials of both runs have; a trial that proves nothing has none."""
    emissions = [trials[0].get("emission") for trials in (ours, theirs)]
    if emissions[0] != emissions[1]:
        what = f"{emissions[0]} and {emissions[1]} emission cannot be compared"
        raise RequestError(what, where=ours[0]["engine"], fix="compare runs of one emission")
    place = place_of(ours, theirs)
    first, second = (conclusive(trials) for trials in (ours, theirs))
    for figure in figures:
        before, after = values_of(figure, first), values_of(figure, second)
        if not before or not after:
            continue
        floor = floor_of(before, after)
        lacking = len(first) - len(before), len(second) - len(after)
        yield Compared(
            engine=place.engine,
            settings=place.settings,
            figure=figure,
            baseline=median(before),
            contender=median(after),
            trials=(len(before), len(after)),
            noise_floor=floor,
            effect=_effect(figure, before, after, floor or 0.0),
            unjudged=_survivors(figure, lacking, (len(first), len(second))) or other_load(figure, first, second),
        )


def conclusive(trials: Trials) -> Trials:
    """Those that prove something."""
    return [each for each in trials if not each.get("inconclusive")]


def values_of(figure: str, trials: Trials) -> list[float]:
    """One value a trial that has one."""
    found = (find_figure(each, figure) for each in trials)
    return [float(value) for value in found if isinstance(value, int | float) and not isinstance(value, bool)]


def _survivors(figure: str, lacking: tuple[int, int], trials: tuple[int, int]) -> str:
    """Why the trials that have a figure must not stand for those that have none; empty if they may.

    None may be the worst there is, as of an engine that never caught up; so more of the contender's trials must not lack it.
    """
    if lacking[1] * trials[0] <= lacking[0] * trials[1]:
        return ""
    theirs, ours = (f"{without} of {count}" for without, count in ((lacking[1], trials[1]), (lacking[0], trials[0])))
    return f"{theirs} trials of the contender have no {figure}, {ours} of the baseline: the others must not stand for them"


def _effect(figure: str, before: Sequence[float], after: Sequence[float], floor: float) -> Effect:
    effect = compare(before, after, noise_floor=floor, resolution=resolution_of(figure))
    if effect.verdict is Verdict.NO_RATIO and not any((*before, *after)):
        return Effect(Verdict.NO_DIFFERENCE)  # nothing, both times
    return effect
