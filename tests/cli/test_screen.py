"""What is printed is what was given."""

import pytest

from streamgauge.cli.screen import print_table


def test_brackets_are_text_and_numbers_stand_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    """Rich would take [a] for a style of its own, and be upset by [/a]."""
    print_table("of [a]", ("name [b]", "count"), [("run [c]", 12), ("[/d]", 3456)])
    printed = capsys.readouterr().out
    for text in ("of [a]", "name [b]", "run [c]", "[/d]", " 3,456 │"):
        assert text in printed
