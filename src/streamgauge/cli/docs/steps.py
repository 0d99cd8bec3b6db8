"""The pages of the steps: what each does, what it is made of, what it keeps and writes, who can run it, what it refuses."""

import dataclasses
import inspect
import re
from collections.abc import Callable
from enum import Enum
from functools import partial

from streamgauge.cli.docs.engines import Reasons, our_engines
from streamgauge.cli.docs.flaws import flaws_named_in
from streamgauge.cli.docs.markdown import block, code, page, table
from streamgauge.cli.docs.step_notes import NOTES, StepNote
from streamgauge.cli.docs.step_parts import choices_part, meanings, parts_of, words_of
from streamgauge.engines.support import YES, Support, SupportTable
from streamgauge.flow import Flow
from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Step
from streamgauge.flow.steps import STEPS
from streamgauge.workloads import workloads

_IMPORT = ">>> from streamgauge.flow import "
_CALLED = re.compile(r"\bself\.(\w+)\(")


def step_pages() -> dict[str, Callable[[], str]]:
    """A page for each step, and one that leads to them."""
    return {"steps/README.md": index_page, **{f"steps/{kind}.md": partial(step_page, kind) for kind in STEPS}}


def index_page() -> str:
    rows = [
        (f"[{step.__name__}]({kind}.md)", _first_sentence(step), _note(kind).state, _note(kind).emission)
        for kind, step in STEPS.items()
    ]
    return page(
        "Steps",
        "A flow is made of these steps and of no others. The examples on their pages begin with "
        "`from streamgauge.flow import *`. Expressions are SQL text with [these functions](../functions.md).",
        table(("step", "what it does", "state", "emission"), rows),
        "## Emissions",
        "What a flow writes, and how often. It follows from the steps.",
        table(("emission", "meaning"), meanings(Emission)),
    )


def step_page(kind: str) -> str:
    step, note = STEPS[kind], _note(kind)
    facts = {"columns of its rows": note.columns, "state": note.state, "[emission](README.md#emissions)": note.emission}
    return page(
        step.__name__,
        words_of(step),
        block(_example(step), "python"),
        table(("field", "type", "default"), _fields(step)),
        "\n".join(f"- {name}: {text}" for name, text in facts.items()),
        *([note.part()] if note.part else []),
        *choices_part(step),
        "## Engines",
        _support(kind),
        "## Flaws",
        "For these it is refused, and for what its expressions and the names of its columns are: [all flaws](../flaws.md).",
        table(("flaw", "reason"), [(code(flaw.name), flaw.value) for flaw in _flaws(step)]),
    )


def _note(kind: str) -> StepNote:
    return NOTES.get(kind, StepNote(""))  # a test asks for what is missing


def _first_sentence(step: type[Step]) -> str:
    return " ".join(words_of(step).partition("\n\n")[0].split()).partition(". ")[0].rstrip(".")


def _example(step: type[Step]) -> str:
    """With its prompts; one import, said on the index page, stands for all of them."""
    lines = [line for line in inspect.cleandoc(step.__doc__ or "").splitlines() if not line.startswith(_IMPORT)]
    start = next((number for number, line in enumerate(lines) if line.startswith(">>>")), len(lines))
    return "\n".join(lines[start:])


def _fields(step: type[Step]) -> list[tuple[str, str, str]]:
    fields = [field for field in dataclasses.fields(step) if field.init]  # type: ignore[arg-type]  # every step is a dataclass
    return [(code(field.name), code(_type_text(field.type)), _default_text(field.default)) for field in fields]


def _type_text(hint: object) -> str:
    if inspect.isclass(hint) and not hasattr(hint, "__args__"):
        return hint.__name__
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", str(hint))  # without the modules' names


def _default_text(value: object) -> str:
    """A property is no default: it is what the base class has under the name of a field."""
    if value is dataclasses.MISSING or isinstance(value, property):
        return ""
    return code(value if isinstance(value, Enum) else repr(value))


def _support(kind: str) -> str:
    """For the step as such, and for the small flows that end in it: what is possible may depend on how it is used."""
    reasons, engines = Reasons(), our_engines()
    rows = [("the step", *(reasons.mark(engine.support.for_step(kind)) for engine in engines))]
    for workload in [each for each in workloads().values() if each.name.startswith("operator-")]:
        flow = workload.configured({}, seed=1).flow
        if flow.sink.upstream.kind == kind:
            rows.append((code(workload.name), *(reasons.mark(_for_flow(engine.support, flow)) for engine in engines)))
    return "\n\n".join([table(("", *(code(engine.name) for engine in engines)), rows), reasons.text()]).rstrip()


def _for_flow(support: SupportTable, flow: Flow) -> Support:
    return next((gap for _, gap in support.gaps(flow)), YES)


def _flaws(step: type[Step]) -> list[Flaw]:
    """Those that its own file names, the files of what it is made of, and the checks that it shares with other steps."""
    own = _file_text(step)
    shared = [inspect.getsource(getattr(Step, name)) for name in _CALLED.findall(own) if hasattr(Step, name)]
    parts = [_file_text(part) for _, part in parts_of(step) if part not in (Schema, Emission)]  # these refuse for all steps
    return flaws_named_in("\n".join([own, *shared, *parts]))


def _file_text(written: type) -> str:
    return inspect.getsource(inspect.getmodule(written) or written)
