"""The contract of an experiment: a plan, how one trial of it is measured, and which figures are compared."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from streamgauge.experiments.lab import Lab
from streamgauge.experiments.plans import EnginePlan, Plan
from streamgauge.runs.folder import RunFolder


@dataclass(frozen=True, slots=True)
class Bench:
    """Where a trial is measured: the engine, the lab, the folder, and the name under which samples are kept."""

    engine: EnginePlan
    lab: Lab
    folder: RunFolder
    label: str


@dataclass(frozen=True, slots=True)
class Experiment:
    """One question. `measure` runs one trial and gives its figures; `compared` are figures and the words for them."""

    name: str
    plan_type: type[Plan]
    measure: Callable[[Any, Bench], dict[str, Any]]
    compared: tuple[tuple[str, str], ...] = ()
