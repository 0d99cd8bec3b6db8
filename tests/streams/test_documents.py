"""What the documents say is what the code does: golden values in `docs/streams.md`."""

from dataclasses import fields
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from streamgauge.streams import Stream
from streamgauge.streams.rates import SHAPES
from streamgauge.streams.sentences import Sentences
from streamgauge.streams.uservisits import UserVisits
from streamgauge.streams.uservisits_maker import BROWSERS, COUNTRIES, WORDS
from streamgauge.streams.ysb import Ysb

PAGE = (Path(__file__).parents[2] / "docs" / "streams.md").read_text(encoding="utf-8")


def test_page_has_the_table_of_the_package() -> None:
    table = (files("streamgauge.streams") / "normal_table.txt").read_bytes()
    assert sha256(table).hexdigest() in PAGE


@pytest.mark.parametrize("stream", [Sentences(), Ysb()], ids=lambda stream: stream.name)
def test_page_has_the_first_records(stream: Stream) -> None:
    assert b"\n".join(stream.records(0, 2)).decode() in PAGE


def test_page_has_the_first_visits_and_their_words() -> None:
    assert b"\n".join(UserVisits().lines(0, 2)).decode() in PAGE
    assert "\n".join(BROWSERS) in PAGE
    assert [word for word in (*COUNTRIES, *WORDS) if word not in PAGE] == []


def test_page_has_every_rate_shape() -> None:
    assert [shape.name for shape in SHAPES.values() if f"`{shape.example}`" not in PAGE] == []


@pytest.mark.parametrize("stream", [Sentences, Ysb, UserVisits], ids=lambda stream: stream.name)
def test_page_has_every_parameter(stream: type[Stream]) -> None:
    section = PAGE.partition(f"## The stream `{stream.name}`")[2].partition("\n## ")[0]
    assert [each.name for each in fields(stream) if f"| `{each.name}` |" not in section] == []
