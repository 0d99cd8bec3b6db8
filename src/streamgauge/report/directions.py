"""Which way a figure is better: by its unit, but for those that are neither good nor bad."""

from enum import Enum

from streamgauge.measure.definitions import DEFINITIONS


class Better(Enum):
    """Whether less or more of a figure is better; neither, if it only describes what was measured."""

    LESS = "less"
    MORE = "more"
    NEITHER = "neither"


_MORE_UNITS = ("records/s", "units/s")
_LESS_UNITS = ("ms", "s", "ms*s", "cores", "bytes")
_LESS = ("backlog", "calm_backlog", "highest_backlog", "imbalance", "repeated", "utilisation")
_NEITHER = ("offered_per_second", "others_cores", "warmup_s")
_DESCRIBING = ("samples", "outliers", "relative_width")  # parts that say how a figure was found, and not how good it is


def better(figure: str) -> Better:
    """Which way a figure is better, given by its dotted name.

    >>> better("latency_ms.p99"), better("records_per_second"), better("events")
    (<Better.LESS: 'less'>, <Better.MORE: 'more'>, <Better.NEITHER: 'neither'>)
    """
    parts = figure.split(".")
    name = next((part for part in reversed(parts) if part in DEFINITIONS), parts[0])
    unit = DEFINITIONS[name].unit if name in DEFINITIONS else name.rpartition("_")[2]
    if name in _NEITHER or parts[-1] in _DESCRIBING:
        return Better.NEITHER
    if unit in _MORE_UNITS:
        return Better.MORE
    return Better.LESS if name in _LESS or unit in _LESS_UNITS else Better.NEITHER
