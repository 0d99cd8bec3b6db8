"""Two runs beside each other: every figure that both have, how many times as much, how sure, and the verdict."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from streamgauge.errors import AnswerError, RequestError
from streamgauge.measure.definitions import figure_names
from streamgauge.measure.objectives import find_figure
from streamgauge.measure.statistics import Effect, Verdict, compare, floor_of
from streamgauge.names import nearest
from streamgauge.report.comparable import differences, doubts, refuse_incomparable
from streamgauge.report.damaged import reading
from streamgauge.report.directions import Better, better
from streamgauge.runs.reading import Run

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
    """A figure of an engine in both runs: the medians of the trials, and the effect of the second over the first."""

    engine: str
    settings: Mapping[str, Any]
    figure: str
    baseline: float
    contender: float
    trials: tuple[int, int]
    noise_floor: float | None
    effect: Effect

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


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs that may be compared."""

    baseline: str
    contender: str
    subject: str
    figures: list[Compared]
    places: list[Place]  # what both runs have, then what only the baseline has
    differences: list[str]
    doubts: list[str]  # what makes either run doubtful

    def to_data(self) -> dict[str, Any]:
        return {
            "baseline": self.baseline,
            "contender": self.contender,
            "subject": self.subject,
            "differences": self.differences,
            "doubts": self.doubts,
            "figures": [each.to_data() for each in self.figures],
        }


def compare_runs(first: Run, second: Run, more: Sequence[str] = ()) -> Comparison:
    """The second run against the first, by the figures shown for every run and by those asked for."""
    with reading(first, second):
        return _compare(first, second, more)


def _compare(first: Run, second: Run, more: Sequence[str]) -> Comparison:
    refuse_incomparable(first, second)
    pairs = list(_pairs(first, second))
    for figure in more:
        _require_known(figure, pairs, f"{first.id}, {second.id}")
    figures = list(dict.fromkeys((*SHOWN, *more)))
    found = [each for ours, theirs in pairs for each in _compared(figures, ours, theirs)]
    subject = f"{first.result['experiment']} of {first.result['workload']}"
    lacking, added = (_alone(run, [pair[number] for pair in pairs]) for number, run in enumerate((first, second)))
    told = [f"only the baseline has {place}" for place in lacking] + [f"only the contender has {place}" for place in added]
    places = [*(_place(*pair) for pair in pairs), *lacking]
    told += differences(first, second)
    return Comparison(first.id, second.id, subject, found, places, told, doubts(first, second))


def _place(*trials: Sequence[Mapping[str, Any]]) -> Place:
    names = dict.fromkeys(each[0]["engine"] for each in trials)
    return Place(", then ".join(names), trials[0][0]["settings"])


def _alone(run: Run, paired: Sequence[Sequence[Mapping[str, Any]]]) -> list[Place]:
    """What a run has, and the other one has not."""
    return [_place(trials) for trials in _by_place(run).values() if trials not in paired]


def _pairs(first: Run, second: Run) -> Iterator[tuple[list[dict[str, Any]], list[dict[str, Any]]]]:
    """The trials of each engine at each point that both runs have; of two runs with one engine each, those."""
    ours, theirs = _by_place(first), _by_place(second)
    shared = [place for place in ours if place in theirs]
    if shared:
        yield from ((ours[place], theirs[place]) for place in shared)
    elif len(ours) == len(theirs) == 1:
        yield next(iter(ours.values())), next(iter(theirs.values()))
    else:
        raise RequestError(
            "no engine was measured in both runs at the same settings",
            where=f"{first.id}: {_named(ours)}; {second.id}: {_named(theirs)}",
            fix="measure the same engine in both, or one engine in each",
        )


def _by_place(run: Run) -> dict[str, list[dict[str, Any]]]:
    places: dict[str, list[dict[str, Any]]] = {}
    for trial in run.result["measured"]:
        if not trial["verified"]:
            raise AnswerError(
                f"the answer of {trial['engine']} is wrong: its figures count for nothing", where=run.id, fix="compare other runs"
            )
        places.setdefault(f"{trial['engine']} {trial['settings']}", []).append(trial)
    return places


def _named(places: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    return ", ".join(dict.fromkeys(trials[0]["engine"] for trials in places.values()))


def _compared(
    figures: Sequence[str], ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]
) -> Iterator[Compared]:
    emissions = [trials[0].get("emission") for trials in (ours, theirs)]
    if emissions[0] != emissions[1]:
        what = f"{emissions[0]} and {emissions[1]} emission cannot be compared"
        raise RequestError(what, where=ours[0]["engine"], fix="compare runs of one emission")
    place = _place(ours, theirs)
    for figure in figures:
        before, after = _values(figure, ours), _values(figure, theirs)
        if not before or not after:
            continue
        floor = floor_of(before, after)
        yield Compared(
            engine=place.engine,
            settings=place.settings,
            figure=figure,
            baseline=median(before),
            contender=median(after),
            trials=(len(before), len(after)),
            noise_floor=floor,
            effect=_effect(before, after, floor or 0.0),
        )


def _effect(before: Sequence[float], after: Sequence[float], floor: float) -> Effect:
    effect = compare(before, after, noise_floor=floor)
    if effect.verdict is Verdict.NO_RATIO and not any((*before, *after)):
        return Effect(Verdict.NO_DIFFERENCE)  # nothing, both times
    return effect


def _values(figure: str, trials: Sequence[Mapping[str, Any]]) -> list[float]:
    """One value a trial; a trial that proves nothing has none."""
    found = (find_figure(each, figure) for each in trials if not each.get("inconclusive"))
    return [float(value) for value in found if isinstance(value, int | float) and not isinstance(value, bool)]


def _require_known(figure: str, pairs: Sequence[tuple[Sequence[Mapping[str, Any]], ...]], where: str) -> None:
    """A figure must be one of those there are, and these runs must have it."""
    has_it = any(_values(figure, ours) and _values(figure, theirs) for ours, theirs in pairs)
    if has_it:
        return
    if figure not in figure_names():
        raise RequestError(f"there is no figure {figure!r}", where=where, fix=nearest(figure, figure_names()))
    own = [name for name in figure_names() if any(_values(name, ours) and _values(name, theirs) for ours, theirs in pairs)]
    raise RequestError(f"not both of these runs have a figure {figure!r}", where=where, fix=nearest(figure, own))
