"""The options that engines were given, in words: what was swept stands in every row, what was not would be seen nowhere."""

from collections.abc import Iterator, Mapping
from typing import Any

from streamgauge.report.sections.points import value_in_words
from streamgauge.runs.reading import Run


def options_in_words(run: Run) -> list[str]:
    """A text for each engine of the run that was given options: 'flink: emission mini-batch'."""
    given = run.plan.get("engines") or {}
    engines = dict.fromkeys(str(entry["engine"]) for entry in run.result["engines"])
    told = {engine: in_words(given.get(engine) or {}) for engine in engines}
    return [f"{engine}: {words}" for engine, words in told.items() if words]


def in_words(options: Mapping[str, Any]) -> str:
    """
    >>> in_words({"batch_interval": 1, "spark_conf": {"spark.task.cpus": "2"}})
    'batch_interval 1, spark_conf spark.task.cpus 2'
    """
    return ", ".join(_each(options))


def _each(options: Mapping[str, Any], within: str = "") -> Iterator[str]:
    """A list was swept."""
    for name, value in options.items():
        if isinstance(value, Mapping):
            yield from _each(value, f"{within}{name} ")
        elif not isinstance(value, list):
            yield f"{within}{name} {value_in_words(value)}"
