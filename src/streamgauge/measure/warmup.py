"""Where the warm-up ends: a rule, applied to every run alike.

The cut is MSER's (White 1997), with a second as the batch, on the logarithms of the per-second median latencies: it is the d with
the least sum of (x - mean)^2 / (n - d)^2 over the n - d seconds that are kept. That weighs what the early seconds distort
against what leaving them out costs. Logarithms, because latencies vary by factors. At least a tenth of the seconds is
cut, at most half.

The rest has settled unless its two halves differ by more than 10 % and by more than two standard errors. A run that never
settles is no error here: the answer says so.
"""

from dataclasses import dataclass
from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from streamgauge.measure.latency import RESOLUTION_MS

LEAST_SHARE = 0.1
MOST_SHARE = 0.5
LEAST_SECONDS = 10
MOVING = log(1.1)
_STANDARD_ERRORS = 2.0


@dataclass(frozen=True, slots=True)
class WarmUp:
    """How many seconds to leave out, and whether the rest is steady."""

    seconds: int
    is_settled: bool


def find_warm_up(median_ms: NDArray[np.float64]) -> WarmUp:
    """The warm-up of a run, from its per-second medians; seconds without a sample are NaN and are passed over.

    With fewer than ten seconds that have a sample nothing can be said: half is cut, and the run has not settled.
    """
    known = np.flatnonzero(~np.isnan(median_ms))
    least, most = ceil(len(median_ms) * LEAST_SHARE), int(len(median_ms) * MOST_SHARE)
    if len(known) < LEAST_SECONDS:
        return WarmUp(most, is_settled=False)
    values = _logarithms(median_ms[known])
    errors = np.where(known <= most, _errors(values), np.inf)
    seconds = max(least, int(known[np.argmin(errors)]))
    return WarmUp(seconds, is_settled=not _moves(values[known >= seconds]))


def is_steady(median_ms: NDArray[np.float64], from_s: float) -> bool | None:
    """By the same rule, whether a run had settled after a warm-up that somebody chose; None with fewer than ten seconds left."""
    rest = median_ms[ceil(from_s) :]
    known = rest[~np.isnan(rest)]
    return None if len(known) < LEAST_SECONDS else not _moves(_logarithms(known))


def _logarithms(median_ms: NDArray[np.float64]) -> NDArray[np.float64]:
    """Below the resolution factors mean nothing."""
    logarithms: NDArray[np.float64] = np.log(np.maximum(median_ms, RESOLUTION_MS))
    return logarithms


def _errors(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """MSER's figure for every cut, rounded, so that a steady rest is cut at its first second."""
    kept = np.arange(len(values), 0, -1)
    values = values - values[-1]
    sums, squares = (np.cumsum(each[::-1])[::-1] for each in (values, values**2))
    errors: NDArray[np.float64] = np.round((squares - sums**2 / kept) / kept**2, 12)
    return errors


def _moves(values: NDArray[np.float64]) -> bool:
    """Whether the halves differ; too little to tell counts as moving."""
    first, second = np.array_split(values, 2)
    if len(second) < 2:  # noqa: PLR2004 - one value has no spread
        return True
    difference = abs(float(first.mean() - second.mean()))
    error = float(np.hypot(first.std(ddof=1) / np.sqrt(len(first)), second.std(ddof=1) / np.sqrt(len(second))))
    return difference > max(MOVING, _STANDARD_ERRORS * error)
