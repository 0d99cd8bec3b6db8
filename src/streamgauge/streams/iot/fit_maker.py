"""Makes the records of FIT."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.columns import Column, between, digit_column, text_column
from streamgauge.streams.generator import Bits, below, draw
from streamgauge.streams.iot.decimals import decimal_column, time_column
from streamgauge.streams.iot.fit import CHANNELS, LABELS, SUBJECTS, Fit
from streamgauge.streams.iot.maker import Maker
from streamgauge.streams.iot.wire import TIMESTAMP, Field
from streamgauge.streams.normal import SIGMA, normal

SUBJECT, LABEL, FIRST_CHANNEL = range(3)  # draws
PLACES = 5


@lru_cache(maxsize=8)
def fit_maker(stream: Fit) -> "FitMaker":
    """The maker of a stream; kept, because its tables cost more than a slice."""
    return FitMaker(stream)


class FitMaker(Maker):
    fields = (
        Field("subjectId", "string", is_text=True),
        Field(TIMESTAMP, "ms"),
        *(Field(name, unit) for name, (_, _, unit) in CHANNELS.items()),
        Field("label", "number"),
    )

    def columns(self, keys: Bits, times_ms: NDArray[np.int64]) -> Mapping[str, Column]:  # noqa: ARG002
        columns = {
            "subjectId": np.take(_SUBJECTS, below(draw(keys, SUBJECT), SUBJECTS), axis=0),
            "label": digit_column(below(draw(keys, LABEL), LABELS)),
        }
        for number, (name, (mean, deviation, _)) in enumerate(CHANNELS.items(), FIRST_CHANNEL):
            columns[name] = decimal_column(mean + normal(draw(keys, number)) * deviation // SIGMA, PLACES)
        return columns

    def time_text(self, times_ms: NDArray[np.int64]) -> Column:
        return between(b"", time_column(times_ms, "ms", b"T"), b"Z")


_SUBJECTS = text_column([b"subject%d" % number for number in range(1, SUBJECTS + 1)])
