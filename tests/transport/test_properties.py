"""Java's properties format, the corners that client settings meet."""

import pytest

from streamgauge.transport.kafka.properties import Property, parse


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("a=b", "a", "b"),
        ("a = b c ", "a", "b c "),
        ("a:b", "a", "b"),
        ("a b", "a", "b"),
        ("  a\t=b", "a", "b"),
        ("a==b", "a", "=b"),
        ("a", "a", ""),
        ("a=", "a", ""),
        (r"a\=b=c", "a=b", "c"),
        (r"a\\=c", "a\\", "c"),
        (r"a=\u0041\t\\", "a", "A\t\\"),
        ("a=b\\\n   c", "a", "bc"),
        ("a=b\\\n#c", "a", "b#c"),
        ("a=b\\", "a", "b"),
        ("a=# no comment", "a", "# no comment"),
    ],
)
def test_one_property(text: str, name: str, value: str) -> None:
    assert parse(text) == [Property(name, value, 1)]


def test_comments_blank_lines_and_line_numbers() -> None:
    text = "# one\n\n! two\na=1 \\\n  2\nb=3\r\n"
    assert parse(text) == [Property("a", "1 2", 4), Property("b", "3", 6)]
