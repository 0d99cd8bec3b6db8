"""What the documents say is what the code does: examples in docstrings, golden values in `docs/streams.md`."""

import doctest
import importlib
import pkgutil
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

import streamgauge.streams
from streamgauge.streams.rates import SHAPES
from streamgauge.streams.sentences import Sentences

PAGE = (Path(__file__).parents[2] / "docs" / "streams.md").read_text(encoding="utf-8")
MODULES = [module.name for module in pkgutil.walk_packages(streamgauge.streams.__path__, "streamgauge.streams.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_page_has_the_table_of_the_package() -> None:
    table = (files("streamgauge.streams") / "normal_table.txt").read_bytes()
    assert sha256(table).hexdigest() in PAGE


def test_page_has_the_first_sentences() -> None:
    assert b"\n".join(Sentences().records(0, 2)).decode() in PAGE


def test_page_has_every_rate_shape_and_parameter() -> None:
    assert [shape.name for shape in SHAPES.values() if f"`{shape.example}`" not in PAGE] == []
    assert [name for name in Sentences.__dataclass_fields__ if f"| `{name}` |" not in PAGE and name != "name"] == []
