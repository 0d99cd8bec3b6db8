"""What `docs/streams-nexmark.md` says is what the code does."""

from dataclasses import fields
from hashlib import sha256
from pathlib import Path

from streamgauge.streams.nexmark import NexmarkStream
from streamgauge.streams.nexmark.kinds.persons import CITIES, FIRST_NAMES, LAST_NAMES, STATES

PAGE = (Path(__file__).parents[3] / "docs" / "streams-nexmark.md").read_text(encoding="utf-8")


def test_page_has_every_parameter_with_its_default() -> None:
    assert [each.name for each in fields(NexmarkStream) if f"| `{each.name}` | {each.default} |" not in PAGE] == []


def test_page_has_the_records_it_shows() -> None:
    stream = NexmarkStream()
    assert b"\n".join(stream.records(0, 1) + stream.records(4, 1)).decode() in PAGE
    assert sha256(b"\n".join(stream.records(0, 10_000))).hexdigest() in PAGE


def test_page_has_all_names() -> None:
    for line in (" ".join(FIRST_NAMES), " ".join(LAST_NAMES), ", ".join(CITIES), " ".join(STATES)):
        assert f"\n{line}\n" in PAGE
