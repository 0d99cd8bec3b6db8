"""Calls: in order, in batches, again after a failure, and not for ever."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from streamgauge.errors import ExitCode
from streamgauge.services.base import NotNowError
from streamgauge.services.caller import Caller, Target
from streamgauge.services.patience import ServiceDownError, patiently


@dataclass
class Failing:
    """A provider whose service fails so many times before it works."""

    failures: int = 0
    patience_s: float = 5.0
    asked: list[list[str]] = field(default_factory=list)

    def place(self, service: str) -> str:
        return f"a {service} nearby"

    def table(self, step: str) -> "Failing":  # noqa: ARG002
        return self

    def find(self, keys: Sequence[str]) -> list[Any]:
        self.asked.append(list(keys))
        if self.failures:
            self.failures -= 1
            raise NotNowError("connection\nrefused")
        return [(key.upper(), len(key)) if key != "no" else None for key in keys]

    def close(self) -> None:
        pass


def caller(provider: Any, batch: int = 3) -> Caller:
    return Target("table-query", "ask", 2, batch, provider).open()


def test_replies_come_in_order_and_nulls_are_not_asked() -> None:
    provider = Failing()
    requests = [("a",), (None,), ("no",), ("b",), ("c",), (None,), ("d",)]
    assert caller(provider)(requests) == [
        ("A", 1), (None, None), (None, None), ("B", 1), ("C", 1), (None, None), ("D", 1)
    ]  # fmt: skip
    assert provider.asked == [["a", "no", "b"], ["c", "d"]]
    assert caller(provider)([]) == []


def test_a_batch_is_tried_again() -> None:
    provider = Failing(failures=2)
    assert caller(provider, batch=1)([("a",), ("b",)]) == [("A", 1), ("B", 1)]
    assert provider.asked == [["a"], ["a"], ["a"], ["b"]]


def test_patience_ends() -> None:
    provider = Failing(failures=1_000, patience_s=0.2)
    with pytest.raises(ServiceDownError) as down:
        caller(provider)([("a",)])
    assert 2 <= len(provider.asked) <= 4
    assert down.value.exit_code is ExitCode.ENVIRONMENT
    what, where, fix = str(down.value).splitlines()
    assert what == "service table-query could not be reached for 0.2 s: connection refused"
    assert where.strip() == "where: step 'ask', a table-query nearby"
    assert "start the service" in fix


def test_other_errors_are_not_tried_again() -> None:
    def wrong() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        patiently(wrong, 10.0, service="s", where="w")


def test_the_error_is_found_in_the_words_of_an_engine() -> None:
    error = ServiceDownError("it is down", where="step 'x', mqtt://host:1", fix="start it")
    traceback = f'Job aborted\n  File "x"\nstreamgauge.services.patience.ServiceDownError: {error}\n\n\tat org.apache.Spark'
    found = ServiceDownError.told_in(traceback)
    assert found is not None
    assert str(found) == str(error)
    assert ServiceDownError.told_in("Job aborted: ValueError: wrong") is None
