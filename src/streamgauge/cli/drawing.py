"""A flow drawn for the terminal: the graph from its source down, a step a line."""

from typing import TYPE_CHECKING, Any

from streamgauge.flow import Flow, Step
from streamgauge.flow.json_form import step_data

if TYPE_CHECKING:
    from rich.tree import Tree

_LONGEST = 90
_HIDDEN = ("kind", "name", "upstream", "left", "right", "schema", "table")


def draw(flow: Flow) -> "Tree":
    """The steps below the ones they read from; a step with two inputs hangs below the second and is named at the first."""
    from rich.tree import Tree

    drawn: dict[int, Tree] = {}
    for step in flow.steps:
        above = [drawn[id(upstream)] for upstream in step.upstreams]
        for other in above[:-1]:
            other.add(f"-> {step.name}", style="dim")
        drawn[id(step)] = above[-1].add(_line(step)) if above else Tree(_line(step))
    return drawn[id(flow.source)]


def _line(step: Step) -> Any:
    from rich.text import Text

    details = {
        name: value
        for name, value in step_data(step).items()
        if name not in _HIDDEN and value not in ("", [], {}, None, 0, False)
    }
    said = ", ".join(f"{name} {_said(value)}" for name, value in details.items())
    text = Text(step.name, style="bold")
    text.append(f"  {step.kind}", style="not bold")
    text.append(f"  {said[:_LONGEST]}{'...' if len(said) > _LONGEST else ''}", style="not bold dim")
    return text


def _said(value: Any) -> str:
    if isinstance(value, dict):
        value = [list(pair) for pair in value.items()]
    if isinstance(value, list):
        return ", ".join("=".join(map(str, each)) if isinstance(each, list) else str(each) for each in value)
    return str(value)
