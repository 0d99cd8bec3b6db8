"""The page of the steps: what each does, what it is made of, what it refuses."""

import dataclasses
import inspect
from enum import Enum

from streamgauge.cli.docs.flaws import flaws_named_in
from streamgauge.cli.docs.markdown import block, code, page, table
from streamgauge.flow.kernels import KERNELS, Kernel
from streamgauge.flow.step import Emission, Step
from streamgauge.flow.steps import STEPS

# What leaves a step follows from its code only; here it is said in words. A test asks for a line for every step.
COLUMNS = {
    "source": "those of `schema`",
    "select": "those named in `columns`, in that order, each with the type of its expression",
    "filter": "those of `upstream`",
    "explode": "those of `upstream`, then `into` with the type of the array's elements",
    "union": "those of `left`, which are those of `right`",
    "repartition": "those of `upstream`",
    "lookup": "those of `upstream`, then those of `table` without its key",
    "aggregate": "`keys` with their types, `window_start` and `window_end` if there is a window, then the `measures`",
    "join": "those of `left`, then those of `right`",
    "dedup": "`keys`",
    "fold": "`keys` with their types, then the outputs of the kernel",
    "sink": "those of `upstream`",
}

_EMISSIONS = {
    Emission.INSERT: "each row is written once and never changes",
    Emission.UPDATE: "each change of a row may be written; an engine may leave out all but the last of several",
    Emission.FINAL: "each row is written once, when no more input can change it",
}

_IMPORT = ">>> from streamgauge.flow import "


def steps_page() -> str:
    return page(
        "Steps",
        "A flow is made of these steps and of no others. The examples begin with `from streamgauge.flow import *`. Expressions "
        "are SQL text with [these functions](functions.md). A step also refuses what its expressions and its columns refuse; "
        "the page of the [flaws](flaws.md) has all of it.",
        *(_step(kind, step) for kind, step in STEPS.items()),
        "## Kernels",
        "What a `Fold` can run.",
        table(("kernel", "arguments", "parameters", "state", "outputs", "meaning"), [_kernel(each) for each in KERNELS.values()]),
        "## Emissions",
        "What a flow writes, and how often. It follows from the steps.",
        table(("emission", "meaning"), [(code(emission.value), text) for emission, text in _EMISSIONS.items()]),
    )


def _kernel(kernel: Kernel) -> tuple[str, ...]:
    parameters = [
        f"{code(each.name)} = {each.default:g} ({each.smallest:g} to {each.largest:g}): {each.meaning}"
        for each in kernel.parameters
    ]
    schemas = (str(kernel.arguments), "; ".join(parameters), str(kernel.state), str(kernel.outputs))
    return (code(kernel.name), *schemas, kernel.meaning)


def _step(kind: str, step: type[Step]) -> str:
    text, example = _docstring(step)
    flaws = ", ".join(code(flaw.name) for flaw in flaws_named_in(inspect.getsource(step))) or "nothing of its own"
    return "\n\n".join(
        [
            f"## {step.__name__}",
            text,
            block(example, "python"),
            table(("field", "default"), _fields(step)),
            f"- columns of its rows: {COLUMNS.get(kind, '')}\n"
            f"- keeps state: {'yes' if step.is_stateful else 'no'}\n"
            f"- refuses: {flaws}",
        ]
    )


def _docstring(step: type[Step]) -> tuple[str, str]:
    """The words, and the example with its prompts; one import, said above, stands for all of them."""
    lines = [line for line in inspect.cleandoc(step.__doc__ or "").splitlines() if not line.startswith(_IMPORT)]
    start = next((number for number, line in enumerate(lines) if line.startswith(">>>")), len(lines))
    return "\n".join(lines[:start]).strip(), "\n".join(lines[start:])


def _fields(step: type[Step]) -> list[tuple[str, str]]:
    fields = [field for field in dataclasses.fields(step) if field.init]  # type: ignore[arg-type]  # every step is a dataclass
    return [(code(f"{field.name}: {_type_text(field.type)}"), _default_text(field.default)) for field in fields]


def _type_text(hint: object) -> str:
    is_plain = isinstance(hint, type) and not hasattr(hint, "__args__")
    return getattr(hint, "__name__", "") if is_plain else str(hint).replace("collections.abc.", "")


def _default_text(value: object) -> str:
    """A property is no default: it is what the base class has under the name of a field."""
    if value is dataclasses.MISSING or isinstance(value, property):
        return ""
    return code(value if isinstance(value, Enum) else repr(value))
