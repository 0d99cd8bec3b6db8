"""What the dual engine's controller had learnt of its parts by the end of a trial."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from streamgauge.report.tables import Table
from streamgauge.runs.reading import Run

# By symbol: what it is called, and how many places its values have.
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
    found = [(trial, model["parts"]) for trial in run.result["measured"] for model in _last_model(trial)]
    if not found:
        return None
    most = max(len(parts) for _, parts in found)  # where the cut was swept, some trials have fewer
    rows = [
        (trial["engine"], trial["trial"], heading, *_cells(parts, symbol, places), *["-"] * (most - len(parts)))
        for trial, parts in found
        for symbol, (heading, places) in _SHOWN.items()
    ]
    headings = ("engine", "trial", "value", *(f"part {number + 1}" for number in range(most)))
    note = "as each trial ended; its switches were decided on what was known by then"
    explained = {heading: "model" for heading, _ in _SHOWN.values()}
    return Table("what the dual engine learnt", headings, rows, note, explains=explained)


def _last_model(trial: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return [each for each in trial.get("switches") or () if each.get("event") == "model"][-1:]


def _cells(parts: Sequence[Mapping[str, Any]], symbol: str, places: int) -> Iterator[str]:
    return (_in_words(part.get(symbol), places) for part in parts)


def _in_words(estimate: Mapping[str, Any] | None, places: int) -> str:
    """A value, and what it rests on."""
    return "-" if estimate is None else f"{estimate['value']:,.{places}f} ({estimate['basis']})"
