"""Every switch between paradigms: when, which part, how long it took and what it cost."""

from collections.abc import Iterator, Mapping
from typing import Any

from streamgauge.report.tables import Table
from streamgauge.report.tables.burst import switches_of
from streamgauge.report.tables.table import rounded
from streamgauge.report.tracks import series_of
from streamgauge.runs.reading import Run

_COMMITTED = {"committed in s": "commit_s"}
_SILENT = {"silent for s": "silent_s"}
_COST = {"stopped for s": "stopped_s", "replayed": "replayed"}


def switch_table(run: Run) -> Table | None:
    """None where nothing switched. What no switch tells has no column: the first runs did not commit before one."""
    found = [(trial, list(switches_of(trial))) for trial in run.result["measured"]]
    has_commit = any("commit_s" in each for _, switches in found for each in switches)
    is_timed = any(silent_s(trial, each) is not None for trial, switches in found for each in switches)
    rows = [
        row
        for trial, switches in found
        if switches
        for row in _rows(run, trial, switches, has_commit=has_commit, is_timed=is_timed)
    ]
    defines = (_COMMITTED if has_commit else {}) | (_SILENT if is_timed else {}) | _COST
    headings = ("engine", "second", "part", "range", "to", *defines, "why")
    return Table("switches between paradigms", headings, rows, defines=defines) if rows else None


def silent_s(trial: Mapping[str, Any], switch: Mapping[str, Any]) -> float | None:
    """How long nothing came out of a part that switched; None if it had no output before it switched again, or the run ended."""
    of_part = [each for each in trial["switches"] if each.get("part") == switch["part"]]
    for each in of_part[of_part.index(switch) + 1 :]:
        if each.get("event") == "first output":
            return float(each["after_s"])
        if each.get("event") == "switch":
            return None
    return None


def _rows(
    run: Run, trial: Mapping[str, Any], switches: list[Mapping[str, Any]], *, has_commit: bool, is_timed: bool
) -> Iterator[tuple[object, ...]]:
    series = series_of(run, trial)
    for each in switches:
        yield (
            trial["engine"],
            "-" if series is None else round((each["at_ms"] - series["at_ms"][0]) / 1000, 1),
            each["part"],
            ", ".join(map(str, each.get("range", ()))),
            each["to"],
            *([rounded(each.get("commit_s"), 2)] if has_commit else []),
            *([rounded(silent_s(trial, each), 2)] if is_timed else []),
            round(sum(each.get(name, 0.0) for name in ("stop_s", "find_s", "start_s")), 2),
            each.get("replayed", "-"),
            each.get("decision", {}).get("why", "-"),
        )
