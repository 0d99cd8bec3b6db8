"""The numbers of a box plot: what spreads, and how far."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

REACH = 1.5  # of the box's height


@dataclass(frozen=True, slots=True)
class BoxPlot:
    """Median and quartiles, whiskers, and how many samples lie beyond them.

    Quartiles are interpolated linearly between ranks (type 7, as numpy, R and the usual plots do). A whisker ends at the
    last sample that lies within 1.5 times the distance of the quartiles from the box; what is further out is an outlier.
    """

    samples: int
    median: float
    low_quartile: float
    high_quartile: float
    low_whisker: float
    high_whisker: float
    outliers: int
    min: float
    max: float

    def to_data(self) -> dict[str, float]:
        return asdict(self)


def box_plot(values: NDArray[Any]) -> BoxPlot | None:
    """The box plot of the values; None if there are none."""
    if not len(values):
        return None
    values = values.astype(np.float64)
    low, median, high = (float(each) for each in np.quantile(values, (0.25, 0.5, 0.75), method="linear"))
    reach = REACH * (high - low)
    inside = values[(values >= low - reach) & (values <= high + reach)]
    return BoxPlot(
        samples=len(values),
        median=median,
        low_quartile=low,
        high_quartile=high,
        low_whisker=float(inside.min(initial=low)),  # no whisker reaches into the box
        high_whisker=float(inside.max(initial=high)),
        outliers=len(values) - len(inside),
        min=float(values.min()),
        max=float(values.max()),
    )
