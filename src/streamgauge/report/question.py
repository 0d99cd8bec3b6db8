"""What a run asked: every setting by its dotted name, whoever wrote it, and whether it was said or left to its default."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from streamgauge.runs.reading import Run

Defaults = Callable[[str], Mapping[str, Any]]  # from a workload's name to its properties

PROPERTY = "workload.set."
_TRANSPORT = {"transport.kind": "kafka"}  # what is asked for where a plan says nothing


@dataclass(frozen=True, slots=True)
class Question:
    """An experiment and its settings, as they were written, with the defaults of the workload's properties. A list was swept."""

    experiment: str
    settings: Mapping[str, Any]

    @classmethod
    def of_plan(cls, data: Mapping[str, Any], workload: str, defaults: Defaults) -> "Question":
        """What the data of a plan asks of one of its workloads."""
        return cls(str(data["experiment"]), _defaults(workload, defaults) | dict(_dotted(data)))

    @classmethod
    def of_run(cls, run: Run, defaults: Defaults) -> "Question":
        """What a run asked. Its plan counts more than its result, which has of a swept property a single value."""
        workload = str(run.result["workload"])
        told = {f"{PROPERTY}{name}": value for name, value in (run.result.get("properties") or {}).items()}
        asked = told | dict(_dotted(run.plan)) | {"workload.name": workload}
        return cls(str(run.result["experiment"]), _defaults(workload, defaults) | asked)

    def place(self, swept: Mapping[str, Any]) -> dict[str, str]:
        """Every setting at a point as text: what was swept has its value there."""
        fixed = {name: value for name, value in self.settings.items() if not isinstance(value, list)}
        return {name: as_text(value) for name, value in (fixed | dict(swept)).items()}


def none_known(_: str) -> Mapping[str, Any]:
    """Defaults for where no workload is at hand: then a property that was left out is none."""
    return {}


def as_text(value: object) -> str:
    """A value as text that is equal where the values are, however they were written.

    >>> as_text(2), as_text("2.0"), as_text(True), as_text("zipf")
    ('2.0', '2.0', 'true', 'zipf')
    """
    text = str(value).lower() if isinstance(value, bool) else str(value)
    try:
        return repr(float(text))
    except ValueError:
        return text


def texts(value: object) -> list[str]:
    """The same of each value of a list, or of the one there is."""
    return [as_text(each) for each in (value if isinstance(value, list) else [value])]


def is_same(ours: object, theirs: object) -> bool:
    """Is it the same setting? One that is empty was not given.

    >>> is_same("2000", 2000), is_same(["1000", "half"], [1000, "half"]), is_same("", None), is_same("zipf", None)
    (True, True, True, False)
    """
    first, second = (texts("" if value is None else value) for value in (ours, theirs))
    return first == second


def _defaults(workload: str, defaults: Defaults) -> dict[str, Any]:
    return _TRANSPORT | {f"{PROPERTY}{name}": value for name, value in defaults(workload).items()}


def _dotted(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from _dotted(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value
