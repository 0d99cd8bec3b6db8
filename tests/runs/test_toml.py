"""What is written as TOML reads back as it was."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.runs.toml import to_toml

TEXT = st.text(st.characters(codec="utf-8"))
PLAIN = st.one_of(TEXT, st.integers(-(2**63), 2**63 - 1), st.booleans(), st.floats(allow_nan=False, allow_infinity=False))
DATA = st.dictionaries(
    TEXT, st.recursive(st.one_of(PLAIN, st.lists(PLAIN)), lambda inner: st.dictionaries(TEXT, inner), max_leaves=10)
)


@given(DATA)
def test_reading_back_gives_the_same(data: dict[str, object]) -> None:
    assert tomllib.loads(to_toml(data)) == data


def test_what_is_none_is_left_out_and_the_unknown_refused() -> None:
    assert tomllib.loads(to_toml({"a": None, "b": {"c": None}})) == {"b": {}}
    with pytest.raises(TypeError, match="object"):
        to_toml({"a": object()})
