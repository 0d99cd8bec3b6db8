"""Two runs beside each other: every figure that both have, and what must be known of the two."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from streamgauge.errors import AnswerError, RequestError
from streamgauge.measure.definitions import figure_names
from streamgauge.names import nearest
from streamgauge.report.comparable import differences, doubts, refuse_incomparable
from streamgauge.report.compared import SHOWN, Compared, Place, Trials, compared_figures, conclusive, place_of, values_of
from streamgauge.report.damaged import reading
from streamgauge.report.question import Defaults, as_text, none_known
from streamgauge.report.sections.points import name_of
from streamgauge.runs.reading import Run

Pair = tuple[Trials, Trials]  # of the first run, and of the second


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


def compare_runs(first: Run, second: Run, more: Sequence[str] = (), defaults: Defaults = none_known) -> Comparison:
    """The second run against the first, by the figures shown for every run and by those asked for.

    With the `defaults` of the workload's properties, one that was said and one that was left out may be the same.
    """
    with reading(first, second):
        return _compare(first, second, more, defaults)


def _compare(first: Run, second: Run, more: Sequence[str], defaults: Defaults) -> Comparison:
    refuse_incomparable(first, second, defaults)
    pairs = list(_pairs(first, second))
    for figure in more:
        _require_known(figure, first)
    figures = list(dict.fromkeys((*SHOWN, *more)))
    found = [each for pair in pairs for each in compared_figures(figures, *pair)]
    subject = f"{first.result['experiment']} of {first.result['workload']}"
    lacking, added = (_alone(run, [pair[number] for pair in pairs]) for number, run in enumerate((first, second)))
    told = [f"only the baseline has {place}" for place in lacking] + [f"only the contender has {place}" for place in added]
    places = [*(place_of(*pair) for pair in pairs), *lacking]
    told += differences(first, second)
    doubted = [*doubts(first, second), *(doubt for pair in pairs for doubt in _untold(figures, pair, (first.id, second.id)))]
    return Comparison(first.id, second.id, subject, found, places, told, doubted)


def _untold(figures: Sequence[str], pair: Pair, names: tuple[str, str]) -> Iterator[str]:
    """Which trials of either run lack a figure that the baseline has: what is said of it is said of the others."""
    proving = [conclusive(trials) for trials in pair]
    for figure in figures:
        known = [len(values_of(figure, trials)) for trials in proving]
        for name, trials, telling in zip(names, proving, known, strict=True):
            if known[0] and telling < len(trials):
                yield f"{name}: {len(trials) - telling} of {len(trials)} trials of {name_of(trials[0])} have no {figure}"


def _alone(run: Run, paired: Sequence[Trials]) -> list[Place]:
    """What a run has, and the other one has not."""
    return [place_of(trials) for trials in _by_place(run).values() if trials not in paired]


def _pairs(first: Run, second: Run) -> Iterator[Pair]:
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


def _by_place(run: Run) -> dict[str, list[Mapping[str, Any]]]:
    """The trials of each engine at each point, by a name that does not rest on how the plan was written."""
    places: dict[str, list[Mapping[str, Any]]] = {}
    for trial in run.result["measured"]:
        if not trial["verified"]:
            raise AnswerError(
                f"the answer of {trial['engine']} is wrong: its figures count for nothing", where=run.id, fix="compare other runs"
            )
        swept = sorted((name, as_text(value)) for name, value in trial["settings"].items())
        places.setdefault(f"{trial['engine']} {swept}", []).append(trial)
    return places


def _named(places: Mapping[str, Trials]) -> str:
    return ", ".join(dict.fromkeys(trials[0]["engine"] for trials in places.values()))


def _require_known(figure: str, baseline: Run) -> None:
    """A figure must be one that the baseline has; if the contender has none of it, that may be the worst there is."""
    trials = baseline.result["measured"]
    if values_of(figure, trials):
        return
    known = [name for name in figure_names() if values_of(name, trials)]
    if figure not in figure_names():
        raise RequestError(f"there is no figure {figure!r}", where=baseline.id, fix=nearest(figure, figure_names()))
    raise RequestError(f"the baseline has no figure {figure!r}", where=baseline.id, fix=nearest(figure, known))
