"""Options of engines, read as the types that the engines have them in."""

import pytest

from streamgauge.cli.options import EngineOptions


@pytest.mark.parametrize(("text", "value"), [("true", True), ("false", False)])
def test_what_is_true_or_false(text: str, *, value: bool) -> None:
    """Not any text is true, as it is in Python."""
    assert EngineOptions(option=(f"balance={text}",)).for_engine("spark-microbatch") == {"balance": value}


def test_each_engine_gets_what_it_knows() -> None:
    options = EngineOptions(option=("batch_interval=2", "workers=3"))
    assert options.for_engines(["spark-microbatch", "bytewax"]) == {
        "spark-microbatch": {"batch_interval": 2.0},
        "bytewax": {"workers": 3},
    }
