"""What one engine did in a trial, second by second: from its series, its raw samples, its use of the machine and what it said."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from streamgauge.report.charts.style import LEAST_DRAWN_MS
from streamgauge.report.charts.timeline import Cell, Mark, Track
from streamgauge.report.trials import is_one_load
from streamgauge.runs.reading import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_COLUMNS = 60
# What follows a switch, and what sums up.
_NOT_MARKED = ("operations", "first output", "first batch", "controller", "model", None)
_ROWS_PER_DECADE = 6
_LEAST_SHARE = 0.002
_PARADIGMS = {"operation stream": "to micro-batch", "data stream": "to real time"}


def series_of(run: Run, trial: Mapping[str, Any]) -> Mapping[str, Sequence[Any]] | None:
    """The columns of a trial's series, from the result or from its file; None if they are missing or damaged."""
    if trial.get("series"):
        return trial["series"]  # type: ignore[no-any-return]
    if not is_one_load(trial):
        return None
    found = run.samples(f"{trial['label']}-series")
    return {name: _plain(column) for name, column in found.items()} if found and len(found.get("at_ms", ())) else None


def _plain(column: "NDArray[np.generic]") -> list[Any]:
    """Plain values, None for gaps."""
    return [None if value is None or value != value else value for value in column.tolist()]  # noqa: PLR0124


def track_of(run: Run, trial: Mapping[str, Any], series: Mapping[str, Sequence[Any]]) -> Track:
    start_ms, seconds = series["at_ms"][0], len(series["at_ms"])
    cores, memory_mb = _resources(run, trial, start_ms, seconds)
    return Track(
        trial["engine"],
        offered=by_second(series["offered"]),
        achieved=by_second(series["achieved"]),
        backlog=by_second(series["backlog"]),
        median_ms=by_second(series["latency_p50_ms"]),
        p99_ms=by_second(series["latency_p99_ms"]),
        heat=_heat(run, trial, start_ms, seconds),
        cores=cores,
        memory_mb=memory_mb,
        marks=list(_marks(trial, start_ms)),
        warmup_s=trial.get("warmup_s") or 0.0,
    )


def by_second(column: Sequence[float | None]) -> list[tuple[float, float]]:
    """A value for each second, gaps left out."""
    return [(second, round(value, 1)) for second, value in enumerate(column) if value is not None]


def _resources(run: Run, trial: Mapping[str, Any], start_ms: int, seconds: int) -> tuple[list[Any], list[Any]]:
    """Busy cores and megabytes of the engine, by second."""
    import numpy as np

    used = run.samples(f"{trial['label']}-resources")
    if used is None or not {"at_ms", "engine_cpu_s", "engine_rss_bytes"} <= used.keys():
        return [], []
    second = (used["at_ms"].astype(np.float64) - start_ms) / 1000
    inside = (second >= 0) & (second <= seconds)
    elapsed = np.diff(second, prepend=np.nan)
    cores = np.diff(used["engine_cpu_s"].astype(np.float64), prepend=np.nan) / np.where(elapsed > 0, elapsed, np.nan)
    told = inside & np.isfinite(cores)
    megabytes = used["engine_rss_bytes"].astype(np.float64) / 1e6
    return (
        [(round(float(at), 1), round(float(value), 2)) for at, value in zip(second[told], cores[told], strict=True)],
        [(round(float(at), 1), round(float(value))) for at, value in zip(second[inside], megabytes[inside], strict=True)],
    )


def _heat(run: Run, trial: Mapping[str, Any], start_ms: int, seconds: int) -> list[Cell]:
    """The shares of the records of a stretch of time by their latency, in few columns and rows; empty without raw samples."""
    import numpy as np

    samples = run.samples(f"{trial['label']}-latency")
    if samples is None or not {"intended_ms", "append_ms"} <= samples.keys():
        return []
    due_ms, done_ms = samples["intended_ms"].astype(np.int64), samples["append_ms"].astype(np.int64)
    width_s = -(-seconds // _MOST_COLUMNS)
    column = (due_ms - start_ms) // (1000 * width_s)
    ours = (due_ms >= start_ms) & (column < _MOST_COLUMNS)
    times_ms = np.maximum(done_ms - due_ms, LEAST_DRAWN_MS)[ours]
    row = np.floor(np.log10(times_ms) * _ROWS_PER_DECADE).astype(np.int64)
    rows = int(row.max(initial=0)) + 1
    counts = np.bincount(column[ours] * rows + row, minlength=_MOST_COLUMNS * rows).reshape(-1, rows)
    totals = counts.sum(axis=1, keepdims=True)
    shares = counts / np.maximum(totals, 1)
    return [
        Cell(
            float(at * width_s),
            float((at + 1) * width_s),
            round(10 ** (level / _ROWS_PER_DECADE), 3),
            round(10 ** ((level + 1) / _ROWS_PER_DECADE), 3),
            float(shares[at, level]),
        )
        for at, level in np.argwhere(shares > _LEAST_SHARE).tolist()
    ]


def _marks(trial: Mapping[str, Any], start_ms: int) -> Iterator[Mark]:
    """Switches with the parts that switched, and whatever else has a name and a time, but for what only follows from them."""
    for each in trial.get("switches") or ():
        if "at_ms" not in each:
            continue
        second = (each["at_ms"] - start_ms) / 1000
        if each.get("event") == "switch":
            switched = each.get("range") or [each.get("part", "?")]
            parts = "-".join(dict.fromkeys(str(part) for part in (switched[0], switched[-1])))
            yield Mark(second, f"part {parts} {_PARADIGMS.get(each['to'], each['to'])}")
        elif each.get("event") not in _NOT_MARKED:
            yield Mark(second, str(each["event"]))
