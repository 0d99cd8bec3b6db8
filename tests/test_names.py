"""Hints name the closest name, or the names there are."""

import pytest

from streamgauge.names import nearest


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("burts", ["square", "bursts"], "did you mean 'bursts'?"),
        ("zzz", ["square", "bursts"], "one of: bursts, square"),
        ("zzz", [], "there are none"),
        ("!", [f"name{number:02}" for number in range(13)], "name10, name11, ..."),
    ],
)
def test_hints(name: str, known: list[str], hint: str) -> None:
    assert nearest(name, known).endswith(hint)
