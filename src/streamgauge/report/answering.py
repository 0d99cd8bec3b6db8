"""Which figures of which runs answer what a plan of a suite asks: the same experiment, workload, properties and rate.

What is offered, and to what, makes another question; how long and how often it was measured does not, but is told. A plan that
names no rate leaves it to the experiment: a run at any rate answers it, and tells which.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from streamgauge.measure.objectives import find_figure
from streamgauge.report.question import PROPERTY, Defaults, Question, as_text, texts
from streamgauge.runs.reading import Run
from streamgauge.suites import SuitePlan

_BOUND = ("workload.name", "rate", "rates", "transport.kind", "transport.partitions")
_BOUND_IN = {"closed": ("events",)}
_TOLD = ("events", "seconds", "warmup", "trials")
_RATES = ("rate", "rates")


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine did at one point of a run, and where that was: every setting by its dotted name, as text."""

    run: Run
    entry: Mapping[str, Any]
    place: Mapping[str, str]

    @property
    def engine(self) -> str:
        """Its name, and the options that it was given."""
        return self.engine_without({})

    def engine_without(self, settings: Mapping[str, str]) -> str:
        """The same but for the options that these settings are about."""
        start = f"engines.{self.entry['engine']}."
        given = {name: value for name, value in self.place.items() if name.startswith(start) and name not in settings}
        return ", ".join(
            [self.entry["engine"], *(f"{name.removeprefix(start)} {_short(value)}" for name, value in given.items())]
        )

    def is_at(self, settings: Mapping[str, str]) -> bool:
        place = {**self.place, "engine": self.entry["engine"]}
        return all(place.get(name) == as_text(value) for name, value in settings.items())

    def figure(self, path: str) -> object:
        """The figure at a dotted path, a number of a list among it; words where it counts for nothing or is not there."""
        if not self.entry["verified"]:
            return "WRONG"
        if self.entry.get("inconclusive"):
            return "inconclusive"
        first, _, rest = path.partition(".")
        if not isinstance(self.entry.get(first), list):
            return find_figure(self.entry, path)
        number, _, rest = rest.partition(".")
        listed = self.entry[first][int(number) : int(number) + 1]
        return find_figure(listed[0], rest) if listed else "-"


def answers_to(plan: SuitePlan, runs: Sequence[Run], defaults: Defaults) -> list[Found]:
    """What the runs found of what the plan asks, the newest first; a short one is a try, and found nothing."""
    whole = [run for run in runs if not run.manifest.get("short")]
    newest_first = sorted(whole, key=lambda run: run.started, reverse=True)
    return [found for run in newest_first for found in _in_run(plan, run, defaults)]


def departures(plan: SuitePlan, found: Found) -> list[str]:
    """What was measured otherwise than the plan says, though it is the same question."""
    engine = found.entry["engine"]
    options = plan.data.get("engines", {}).get(engine, {})
    given = {name: plan.data[name] for name in _TOLD if name in plan.data}
    given |= {f"engines.{engine}.{name}": value for name, value in options.items()}
    pairs = [(name.removeprefix("engines."), value, found.place.get(name)) for name, value in given.items()]
    others = [
        f"{name} {'not given' if here is None else _short(here)} instead of {_short(as_text(there))}"
        for name, there, here in pairs
        if here not in texts(there)
    ]
    return [*others, *_open_rates(plan, found)]


def _open_rates(plan: SuitePlan, found: Found) -> list[str]:
    """What a run says of its rate where the plan says nothing; empty if it leaves it open as well."""
    said = {name: found.place.get(name) for name in _RATES if name not in plan.data}
    return [f"{name} {_short(value)}, which the plan leaves open" for name, value in said.items() if value]


def _in_run(plan: SuitePlan, run: Run, defaults: Defaults) -> Iterator[Found]:
    asked, here = Question.of_plan(plan.data, str(run.result["workload"]), defaults), Question.of_run(run, defaults)
    if here.experiment != asked.experiment:
        return
    bound = {name: texts(value) for name, value in asked.settings.items() if _is_bound(name, asked.experiment)}
    for entry in run.result["engines"]:
        place = here.place(entry["settings"])
        is_asked = all(place.get(name) in values for name, values in bound.items())
        if is_asked and all(name in bound or name.startswith("engines.") for name in entry["settings"]):
            yield Found(run, entry, place)


def _is_bound(name: str, experiment: str) -> bool:
    return name in _BOUND or name in _BOUND_IN.get(experiment, ()) or name.startswith(PROPERTY)


def _short(text: str) -> str:
    """A number as people write it.

    >>> _short("500000.0"), _short("0.5"), _short("half")
    ('500,000', '0.5', 'half')
    """
    whole = text.removesuffix(".0")
    return f"{int(whole):,}" if whole.isdecimal() else whole
