"""Columns of numbers with a sign and a fixed number of decimal places, and of points in time."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.columns import Column, digit_column, text_column

_TIME_LENGTHS = {"s": len("2015-01-27T00:00:00"), "ms": len("2015-01-27T00:00:00.000")}
_SIGNS = text_column([b"", b"-"])


def decimal_column(values: NDArray[np.int64], places: int = 0) -> Column:
    """Whole numbers of 10^-places as decimal text: -805 with 2 places is -8.05."""
    sign = np.take(_SIGNS, values < 0, axis=0)
    if not places:
        return np.hstack([sign, digit_column(np.abs(values))])
    whole, rest = np.divmod(np.abs(values), 10**places)
    point = np.full((len(values), 1), ord("."), dtype=np.uint8)
    return np.hstack([sign, digit_column(whole), point, digit_column(rest, places)])


def time_column(times_ms: NDArray[np.int64], unit: Literal["s", "ms"], between: bytes) -> Column:
    """Points in time as text in UTC, down to `unit` (s or ms), with one character between date and time."""
    times: NDArray[np.datetime64] = times_ms.astype("datetime64[ms]")
    texts = np.datetime_as_string(times, unit=unit).astype(f"S{_TIME_LENGTHS[unit]}")
    column: Column = texts.view(np.uint8).reshape(len(texts), -1)
    column[:, len("2015-01-27")] = ord(between)
    return column
