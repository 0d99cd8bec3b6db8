"""The examples in the docstrings run."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["controller", "part_model", "ranges"])
def test_examples(name: str) -> None:
    done = doctest.testmod(importlib.import_module(f"streamgauge.engines.dual.{name}"))
    assert done.attempted
    assert not done.failed
