"""The JSON form of a flow, and back: what is read is equal to what was written.

    {"flow": "errors", "version": 1, "steps": [
      {"kind": "source", "name": "source", "schema": {"line": "STRING"}, "format": "text"},
      {"kind": "filter", "name": "filter", "upstream": "source", "predicate": "contains(line, 'error')"},
      {"kind": "sink", "name": "sink", "upstream": "filter", "identity": [], "folders": []}]}

The codec follows the dataclass fields of the steps, so that a new step needs nothing here.
"""

import dataclasses
import json
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

from streamgauge.flow.flaws import Flaw, FlowError, nearest
from streamgauge.flow.graph import Flow
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Step
from streamgauge.flow.steps import STEPS, Sink, Table
from streamgauge.flow.types import DataType
from streamgauge.flow.windows import WINDOWS, Window

VERSION = 1


def to_json(flow: Flow) -> str:
    """The flow as JSON text."""
    steps = [step_data(step) for step in flow.steps]
    return json.dumps({"flow": flow.name, "version": VERSION, "steps": steps}, indent=2)


def from_json(text: str) -> Flow:
    """The flow that `text` describes; every flaw is a `FlowError`."""
    data = _loaded(text)
    steps = _StepReader(data["steps"])
    sinks = [step["name"] for step in steps.data.values() if step["kind"] == "sink"]
    if len(sinks) != 1:
        raise FlowError(Flaw.BAD_JSON, f"a flow has one sink, this one has {len(sinks)}")
    sink = steps.step(sinks[0])
    if unused := sorted(steps.data.keys() - steps.made.keys()):
        raise FlowError(Flaw.UNUSED_STEP, repr(unused[0]), fix="connect it or leave it out")
    assert isinstance(sink, Sink)  # noqa: S101 - its kind says so
    return Flow(data["flow"], sink)


def _loaded(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise FlowError(Flaw.BAD_JSON, str(error)) from None
    if not isinstance(data, dict) or not {"flow", "version", "steps"} <= data.keys():
        raise FlowError(Flaw.BAD_JSON, "it needs the fields flow, version and steps")
    if not isinstance(data["steps"], list) or not isinstance(data["flow"], str):
        raise FlowError(Flaw.BAD_JSON, "flow is a name and steps a list")
    if data["version"] != VERSION:
        raise FlowError(Flaw.BAD_JSON, f"version {data['version']} is not {VERSION}", fix="write it again with this release")
    for step in data["steps"]:
        if not isinstance(step, dict) or not {"kind", "name"} <= step.keys():
            raise FlowError(Flaw.BAD_JSON, "every step needs the fields kind and name")
    return data


class _StepReader:
    """Makes steps by name, each after its inputs."""

    def __init__(self, steps: list[dict[str, Any]]) -> None:
        self.data = {step["name"]: step for step in steps}
        self.made: dict[str, Step] = {}
        self._open: set[str] = set()
        if len(self.data) < len(steps):
            raise FlowError(Flaw.DUPLICATE_NAME, "two steps have one name")

    def step(self, name: str) -> Step:
        if name in self._open:
            raise FlowError(Flaw.CYCLE, f"through step {name!r}")
        if name not in self.data:
            raise FlowError(Flaw.UNKNOWN_STEP, repr(name), fix=nearest(name, self.data))
        if name not in self.made:
            self._open.add(name)
            self.made[name] = self._make(self.data[name])
            self._open.remove(name)
        return self.made[name]

    def _make(self, data: dict[str, Any]) -> Step:
        label, kind = f"step {data['name']!r}", data["kind"]
        if kind not in STEPS:
            raise FlowError(Flaw.UNKNOWN_KIND, repr(kind), step=label, fix=nearest(kind, STEPS))
        made = STEPS[kind]
        hints = get_type_hints(made)
        fields = {field.name for field in dataclasses.fields(made) if field.init}  # type: ignore[arg-type]
        for name in data.keys() - {"kind"} - fields:
            raise FlowError(Flaw.BAD_JSON, f"unknown field {name!r}", step=label, fix=nearest(name, fields))
        try:
            return made(**{name: self._value(hints[name], data[name]) for name in fields & data.keys()})
        except (AttributeError, TypeError, ValueError) as error:
            raise FlowError(Flaw.BAD_JSON, str(error).rpartition("() ")[2], step=label) from None

    def _value(self, hint: Any, value: Any) -> Any:
        return self.step(value) if hint is Step else _from_data(hint, value)


def _from_data(hint: Any, value: Any) -> Any:
    if hint is Schema:
        return _schema(value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    if hint in (Table, Table | None) and value is not None:
        return Table(_schema(value["columns"]), tuple(map(tuple, value["rows"])))
    if hint == Window | None and value is not None:
        return _window(value)
    if isinstance(value, dict):
        return tuple(value.items())
    return tuple(value) if isinstance(value, list) else value


def _schema(data: dict[str, str]) -> Schema:
    return Schema(tuple((name, DataType.parse(text)) for name, text in data.items()))


def _window(data: dict[str, Any]) -> Window:
    kind = data.get("kind", "")
    if kind not in WINDOWS:
        raise FlowError(Flaw.BAD_WINDOW, repr(kind), fix=nearest(kind, WINDOWS))
    try:
        return WINDOWS[kind](**{name: value for name, value in data.items() if name != "kind"})
    except TypeError as error:
        raise FlowError(Flaw.BAD_WINDOW, f"{kind}: {str(error).partition('() ')[2]}") from None


def step_data(step: Step) -> dict[str, Any]:
    """One step as the JSON form holds it."""
    names = [field.name for field in dataclasses.fields(step) if field.init]  # type: ignore[arg-type]
    ordered = ["name", *(name for name in names if name != "name")]
    hints = get_type_hints(type(step))
    return {"kind": step.kind} | {name: _to_data(getattr(step, name), hints[name]) for name in ordered}


_WRITERS: list[tuple[type, Callable[[Any], Any]]] = [
    (Step, lambda step: step.name),
    (Schema, lambda schema: {name: str(data_type) for name, data_type in schema}),
    (Table, lambda table: {"columns": _to_data(table.schema, Schema), "rows": [list(row) for row in table.rows]}),
    (Window, lambda window: {"kind": window.kind} | dataclasses.asdict(window)),
    (Enum, lambda member: member.value),
]


def _to_data(value: Any, hint: Any) -> Any:
    """Pairs are an object where a mapping could have been given; elsewhere one name may stand in several of them."""
    for kind, write in _WRITERS:
        if isinstance(value, kind):
            return write(value)
    if value and any(get_origin(each) is Mapping for each in get_args(hint)):
        return dict(value)
    return [list(each) if isinstance(each, tuple) else each for each in value] if isinstance(value, tuple) else value
