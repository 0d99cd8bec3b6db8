"""What the dual engine's controller had learnt of its parts by the end of a trial."""

from collections.abc import Iterator, Mapping
from typing import Any

from streamgauge.report.tables import Table
from streamgauge.runs.reading import Run

# By symbol: the heading, and how many places its values have.
_SHOWN = {
    "PD": ("PD records/s", 0),
    "PO": ("PO records/s", 0),
    "K": ("K", 2),
    "T": ("T s", 2),
    "t_schedule": ("t_schedule s", 2),
    "C": ("C s", 2),
    "t_switch": ("t_switch s", 2),
    "lambda": ("lambda", 2),
}


def learnt_table(run: Run) -> Table | None:
    """None where no engine has a model."""
    rows = [row for trial in run.result["measured"] for row in _rows(trial)]
    defines = {heading: "model" for heading, _ in _SHOWN.values()}
    note = "as each trial ended; its switches were decided on what was known by then"
    return Table("what the dual engine learnt", ("engine", "trial", "part", *defines), rows, note, defines) if rows else None


def _rows(trial: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    models = [each for each in trial.get("switches") or () if each.get("event") == "model"]
    for model in models[-1:]:
        for number, part in enumerate(model["parts"], start=1):
            cells = (_in_words(part.get(symbol), places) for symbol, (_, places) in _SHOWN.items())
            yield (trial["engine"], trial["trial"], number, *cells)


def _in_words(estimate: Mapping[str, Any] | None, places: int) -> str:
    """A value, and what it rests on."""
    return "-" if estimate is None else f"{estimate['value']:,.{places}f} ({estimate['basis']})"
