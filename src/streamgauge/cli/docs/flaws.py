"""The page of the flaws: every reason for which a flow is refused, and who refuses."""

import pkgutil
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import streamgauge.flow
from streamgauge.cli.docs.markdown import code, page, table
from streamgauge.flow.flaws import Flaw

_FLAW = re.compile(r"\bFlaw\.([A-Z_]+)")


def flaws_page() -> str:
    refusers = {flaw: [name for name, text in _sources() if flaw in flaws_named_in(text)] for flaw in Flaw}
    return page(
        "Flaws",
        "A flow that is wrong is refused while it is being built. The error is a `FlowError`; its attribute `flaw` is one of "
        "these, its text names the step and what to try.",
        table(
            ("flaw", "reason", "refused by `streamgauge.flow`."),
            [(code(flaw.name), flaw.value, ", ".join(refusers[flaw])) for flaw in Flaw],
        ),
    )


def flaws_named_in(source: str) -> list[Flaw]:
    """The flaws that a piece of code raises, in the order of the list."""
    names = set(_FLAW.findall(source))
    return [flaw for flaw in Flaw if flaw.name in names]


def _sources() -> Iterator[tuple[str, str]]:
    """The modules of the language, below its name, with their text."""
    root = streamgauge.flow.__name__ + "."
    for module in pkgutil.walk_packages(streamgauge.flow.__path__, root):
        spec = find_spec(module.name)
        if spec is not None and spec.origin:
            yield module.name.removeprefix(root), Path(spec.origin).read_text(encoding="utf-8")
