"""A run second by second: what was due, what was finished, how late, and how much was waiting."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from streamgauge.measure.first_output import NEVER
from streamgauge.measure.latency import QUANTILES, SAMPLES_BEHIND

SHOWN = ("p50", "p95", "p99")
_SECOND_MS = 1000


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """Columns with one value a second, counted from `start_ms`.

    `offered` and the latencies belong to the second in which inputs were due; `achieved` to the second in which they were
    finished. `backlog` is what was due and not finished, in the mean over the second, and `least_backlog` the least of it: what
    an engine that works in batches is left with after one. A latency that too few samples stand behind is NaN, by the rule
    of `LatencySummary`.
    """

    start_ms: int
    offered: NDArray[np.int64]
    achieved: NDArray[np.int64]
    backlog: NDArray[np.float64]
    least_backlog: NDArray[np.int64]
    latency_ms: Mapping[str, NDArray[np.float64]]

    def __len__(self) -> int:
        return len(self.offered)

    @property
    def peak_per_second(self) -> int:
        """The most that was finished in one second."""
        return int(self.achieved.max(initial=0))

    def between(self, from_s: int, to_s: int) -> "Series":
        """The seconds from one to before another; the backlog they begin with stays in it."""
        cut = slice(from_s, to_s)
        return Series(
            self.start_ms + from_s * _SECOND_MS,
            self.offered[cut],
            self.achieved[cut],
            self.backlog[cut],
            self.least_backlog[cut],
            {name: values[cut] for name, values in self.latency_ms.items()},
        )

    def scaled(self, times: float) -> "Series":
        """The same with so many times the records: where those that can be seen stand for others that cannot."""
        return Series(
            self.start_ms,
            np.rint(self.offered * times).astype(np.int64),
            np.rint(self.achieved * times).astype(np.int64),
            self.backlog * times,
            np.rint(self.least_backlog * times).astype(np.int64),
            self.latency_ms,
        )

    def to_data(self) -> dict[str, list[Any]]:
        """Plain columns; None where there is no value."""
        return {
            "at_ms": [self.start_ms + second * _SECOND_MS for second in range(len(self))],
            **{name: getattr(self, name).tolist() for name in ("offered", "achieved", "backlog", "least_backlog")},
            **{f"latency_{name}_ms": _with_gaps(values) for name, values in self.latency_ms.items()},
        }


def per_second(intended_ms: NDArray[np.int64], append_ms: NDArray[np.int64], start_ms: int) -> Series:
    """The series of inputs that are due from `start_ms` on, until the last of them is finished.

    There is one sample for every input: when it was due, and when it was finished, `NEVER` if it was not. Where outputs do
    not stand for one input each, `first_output_ms` makes such samples.
    """
    ours = intended_ms >= start_ms
    due_ms, done_ms = intended_ms[ours] - start_ms, append_ms[ours] - start_ms
    finished = append_ms[ours] != NEVER
    latency_ms = (done_ms - due_ms)[finished]
    done_ms = np.maximum(done_ms[finished], 0)
    seconds = int(max(due_ms.max(initial=-1), done_ms.max(initial=-1))) // _SECOND_MS + 1
    offered, achieved = (np.bincount(each, minlength=seconds * _SECOND_MS).reshape(-1, _SECOND_MS) for each in (due_ms, done_ms))
    waiting = np.cumsum(offered - achieved).reshape(-1, _SECOND_MS)
    return Series(
        start_ms,
        offered.sum(axis=1),
        achieved.sum(axis=1),
        waiting.mean(axis=1),
        waiting.min(axis=1),
        _by_second(due_ms[finished] // _SECOND_MS, latency_ms, seconds),
    )


def _by_second(second: NDArray[np.int64], latency_ms: NDArray[np.int64], seconds: int) -> dict[str, NDArray[np.float64]]:
    """Quantiles of each second by nearest rank, and the greatest."""
    ordered = latency_ms[np.lexsort((latency_ms, second))].astype(np.float64)
    samples = np.bincount(second, minlength=seconds)
    ends = np.cumsum(samples)
    columns = {"max": _pick(ordered, ends - 1, samples > 0)}
    for name in SHOWN:
        behind = samples * round((1 - QUANTILES[name]) * 10_000) // 10_000  # shares have no more than four decimal places
        columns[name] = _pick(ordered, ends - behind - 1, samples > 0 if name == "p50" else behind >= SAMPLES_BEHIND)
    return columns


def _pick(ordered: NDArray[np.float64], places: NDArray[np.int64], told: NDArray[np.bool_]) -> NDArray[np.float64]:
    values = np.full(len(places), np.nan)
    values[told] = ordered[places[told]]
    return values


def _with_gaps(values: NDArray[np.float64]) -> list[float | None]:
    return [None if np.isnan(value) else value for value in values.tolist()]
