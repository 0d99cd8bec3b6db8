"""What some steps are made of: windows, kernels, services, and the values of a choice."""

import dataclasses
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from typing import get_args

from streamgauge.cli.docs.markdown import code, table
from streamgauge.flow.kernels import KERNELS, Kernel
from streamgauge.flow.step import Step
from streamgauge.flow.steps.call import SERVICES
from streamgauge.flow.windows import WINDOWS, Window

_MEMBER = re.compile(r"^ +([A-Z_]+) = .*?(?:  # (.*))?$", re.MULTILINE)


def windows_part() -> str:
    rows = [(code(_call(window)), words_of(window), _emissions(window)) for window in WINDOWS.values()]
    return "## Windows\n\n" + table(("window", "meaning", "emission"), rows)


def kernels_part() -> str:
    headings = ("kernel", "meaning", "parameters", "arguments", "state", "outputs")
    return "## Kernels\n\n" + table(headings, map(_kernel, KERNELS.values()))


def services_part() -> str:
    rows = [
        (code(name), each.meaning, str(each.arguments), str(each.reply or "those of `contents`, without the first"))
        for name, each in SERVICES.items()
    ]
    return "## Services\n\n" + table(("service", "meaning", "arguments", "columns of the reply"), rows)


def choices_part(step: type[Step]) -> Iterator[str]:
    """For each field that takes one of some values: what each of them means, as the comment beside it says."""
    for name, part in parts_of(step):
        if issubclass(part, Enum):
            yield f"## {part.__name__}\n\n{words_of(part)}\n\n" + table((name, "meaning"), meanings(part))


def meanings(choice: type[Enum]) -> list[tuple[str, str]]:
    """Its values, each with the comment beside it."""
    said = dict(_MEMBER.findall(inspect.getsource(choice)))
    return [(code(member), said.get(member.name, "")) for member in choice]


def parts_of(step: type[Step]) -> Iterator[tuple[str, type]]:
    """The classes that its fields take, beside other steps: of each the field's name and the class."""
    for field in dataclasses.fields(step):  # type: ignore[arg-type]  # every step is a dataclass
        for hint in (field.type, *get_args(field.type)) if field.init else ():
            if inspect.isclass(hint) and hint.__module__.startswith("streamgauge.flow.") and not issubclass(hint, Step):
                yield field.name, hint


def words_of(documented: type) -> str:
    """A docstring without its example."""
    return inspect.cleandoc(documented.__doc__ or "").partition("\n>>>")[0].strip()


def _call(window: type[Window]) -> str:
    return f"{window.__name__}({', '.join(field.name for field in dataclasses.fields(window))})"


def _emissions(window: type[Window]) -> str:
    if not window.is_in_time:
        return "`insert`"
    return "`final`" if window.is_final_only else "`update`, `final`"


def _kernel(kernel: Kernel) -> tuple[str, ...]:
    told = [f"{each.name} = {each.default} ({each.smallest:g} to {each.largest:g}): {each.meaning}" for each in kernel.parameters]
    schemas = (kernel.arguments, kernel.state, kernel.outputs)
    return code(kernel.name), kernel.meaning, "; ".join(told) or "none", *map(str, schemas)
