"""A run: every point of a plan, every trial, the engines in turn and back again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from streamgauge.experiments.experiment import Bench, Experiment
from streamgauge.experiments.lab import Lab
from streamgauge.experiments.plans import EnginePlan, Plan
from streamgauge.measure.statistics import alternating
from streamgauge.runs.folder import RunFolder


@dataclass(frozen=True, slots=True)
class Point:
    """One combination of swept values, and the plan that has them."""

    settings: Mapping[str, Any]
    plan: Plan


@dataclass(frozen=True, slots=True)
class Turn:
    """One trial of one engine at one point."""

    point: Point
    engine: EnginePlan
    trial: int
    label: str


def turns(points: Sequence[Point]) -> list[Turn]:
    """Who is measured when: at each point the engines alternate, A B B A.

    The label names the engine, and where there are several, the number of the point and of the trial.
    """
    found = []
    for number, point in enumerate(points, start=1):
        engines = {each.name: each for each in point.plan.engines}
        order = alternating(list(engines), point.plan.trials)
        for place, name in enumerate(order):
            trial = order[: place + 1].count(name)
            label = name + (f"-point{number}" if len(points) > 1 else "") + (f"-{trial}" if point.plan.trials > 1 else "")
            found.append(Turn(point, engines[name], trial, label))
    return found


def run_turns(experiment: Experiment, todo: Sequence[Turn], lab: Lab, folder: RunFolder, measured: list[dict[str, Any]]) -> None:
    """Measure every turn, in order. What is measured is added to `measured`, so that it stays known if the run is cut short."""
    for number, turn in enumerate(todo, start=1):
        lab.turn = f"trial {number} of {len(todo)}"
        lab.say(f"{lab.turn}: {turn.label}{_in_words(turn.point.settings)}")
        bench = Bench(turn.engine, lab, folder, turn.label)
        figures = experiment.measure(replace(turn.point.plan, engines=(turn.engine,)), bench)
        given = {"settings": dict(turn.point.settings), "options": _options(turn)}
        entry = figures | given | {"trial": turn.trial, "label": turn.label}
        measured.append(entry)
        folder.save_trial(turn.label, entry)


def _options(turn: Turn) -> dict[str, Any]:
    """What the engine was given, but for what was swept: that is among the settings."""
    swept = {name.rpartition(".")[2] for name in turn.point.settings if name.startswith(f"engines.{turn.engine.name}.")}
    return {name: value for name, value in turn.engine.options.items() if name not in swept}


def _in_words(settings: Mapping[str, Any]) -> str:
    return "".join(f", {name} {value}" for name, value in settings.items())
