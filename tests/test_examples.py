"""The examples in the docstrings run."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

import streamgauge

ROOT = Path(streamgauge.__file__).parent
WITH_EXAMPLES = sorted(
    path for path in ROOT.rglob("*.py") if re.search(r"^\s*>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted
    assert not done.failed
