"""Throughput of a preloaded input, seen from the output alone, so that it means the same on every engine."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WARM_UP_SHARE = 0.2


def records_per_second(positions: "NDArray[np.int64]", append_ms: "NDArray[np.int64]", events: int) -> float | None:
    """Records per second after the warm-up, which is the first fifth of the input; None if no time passed.

    `positions` tells for every output record the number of the newest event in it. Where partitions progress unevenly, some
    outputs behind the warm-up come before the last of it: their share of the input was not worked off while the clock ran.
    """
    span = measured_ms(positions, append_ms, events)
    if span is None:
        return None
    share = float((append_ms[positions >= _cut(events)] > span[0]).mean())
    return (events - _cut(events)) * share / (span[1] - span[0]) * 1000


def measured_ms(positions: "NDArray[np.int64]", append_ms: "NDArray[np.int64]", events: int) -> tuple[int, int] | None:
    """When the clock ran: from the moment when every output of the warm-up had been appended to that when every output had been.

    None if no time passed in between, as when an engine takes everything in one batch.
    """
    warm_up = append_ms[positions < _cut(events)]
    if len(warm_up) == 0 or append_ms.max() <= warm_up.max():
        return None
    return int(warm_up.max()), int(append_ms.max())


def _cut(events: int) -> int:
    return round(events * WARM_UP_SHARE)
