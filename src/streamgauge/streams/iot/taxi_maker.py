"""Makes the records of TAXI.

A trip's length has a rank, drawn evenly; those of its time and its fare lie around it, and that of the tip around the fare's. So
the four go together as in the public records, while each alone has exactly the distribution of its table.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.columns import Column, digit_column, join_columns, text_column
from streamgauge.streams.generator import Bits, below, chance, draw, event_keys, stream_key
from streamgauge.streams.iot.decimals import decimal_column, time_column
from streamgauge.streams.iot.maker import Maker
from streamgauge.streams.iot.quantiles import Whole, quantile, read_tables, reflect
from streamgauge.streams.iot.taxi import Taxi
from streamgauge.streams.iot.wire import TIMESTAMP, Field

TAXI, DRIVER, LENGTH, TIME, FARE, IS_CARD, TIP, IS_TOLLED, HAS_SURCHARGE, HAS_TAX, IS_LOST, FIRST_PLACE = range(12)  # draws

DRIVERS = 2  # of each taxi
CARD, TOLLED, SURCHARGED, TAXED, LOST = 0.517, 0.394, 0.944, 0.997, 0.018
LONG_TRIP = 3 << 30  # only the longest quarter of the trips pays tolls
TIME_AROUND, FARE_AROUND, TIP_AROUND = 38, 36, 70  # width of the ranks moved to, in hundredths of all
TOLLS, SURCHARGE, TAX = 480, 50, 50  # cents
PLACES = ("pickup_longitude", "pickup_latitude", "dropoff_longitude", "dropoff_latitude")

_SIZE = 1 << 32
_HALF = np.uint64(32)
_MS_PER_MINUTE = 60_000


@lru_cache(maxsize=8)
def taxi_maker(stream: Taxi) -> "TaxiMaker":
    """The maker of a stream; kept, because its tables cost more than a slice."""
    return TaxiMaker(stream)


class TaxiMaker(Maker):
    fields = (
        Field("taxi_identifier", "string", is_text=True),
        Field("hack_license", "string", is_text=True),
        Field("pickup_datetime", "time", is_text=True),
        Field(TIMESTAMP, "ms"),
        Field("trip_time_in_secs", "second"),
        Field("trip_distance", "meter"),
        *(Field(name, name.partition("_")[2][:3], is_text_in_senml=True) for name in PLACES),
        Field("payment_type", "string", is_text=True),
        Field("fare_amount", "dollar"),
        Field("surcharge", "percentage"),
        Field("mta_tax", "percentage"),
        Field("tip_amount", "dollar"),
        Field("tolls_amount", "dollar"),
        Field("total_amount", "dollar"),
    )

    def __init__(self, stream: Taxi) -> None:
        super().__init__(stream)
        self._taxis = stream.taxis
        self._taxi_ids = _identities(stream.seed, "taxi taxis", stream.taxis)
        self._licenses = _identities(stream.seed, "taxi drivers", DRIVERS * stream.taxis)
        self._tables = read_tables("taxi_quantiles.txt")

    def columns(self, keys: Bits, times_ms: NDArray[np.int64]) -> Mapping[str, Column]:
        taxi = below(draw(keys, TAXI), self._taxis)
        driver = DRIVERS * taxi + below(draw(keys, DRIVER), DRIVERS)
        minutes, trip = self._trip(keys)
        columns = {
            "taxi_identifier": np.take(self._taxi_ids, taxi, axis=0),
            "hack_license": np.take(self._licenses, driver, axis=0),
            "pickup_datetime": time_column(times_ms - minutes * _MS_PER_MINUTE, "s", b" "),
            "trip_time_in_secs": digit_column(minutes * 60),
            "payment_type": np.take(_PAYMENTS, chance(draw(keys, IS_CARD), CARD), axis=0),
        }
        columns |= {name: decimal_column(values, 2) for name, values in trip.items()}
        return columns | {name: decimal_column(values, 6) for name, values in self._places(keys).items()}

    def taxis(self) -> list[str]:
        return [each.decode() for each in join_columns([self._taxi_ids])]

    def time_text(self, times_ms: NDArray[np.int64]) -> Column:
        return time_column(times_ms, "s", b" ")

    def _trip(self, keys: Bits) -> tuple[Whole, dict[str, Whole]]:
        """How many minutes a trip takes; its length in hundredths of a mile and its amounts in cents."""
        length = _rank(draw(keys, LENGTH))
        fare = _moved(length, FARE_AROUND, draw(keys, FARE))
        tip = _moved(fare, TIP_AROUND, draw(keys, TIP))
        is_tolled = (length >= LONG_TRIP) & chance(draw(keys, IS_TOLLED), TOLLED)
        amounts: dict[str, Whole] = {
            "fare_amount": self._quantile("fare_amount", fare) * 50,
            "surcharge": np.where(chance(draw(keys, HAS_SURCHARGE), SURCHARGED), SURCHARGE, 0),
            "mta_tax": np.where(chance(draw(keys, HAS_TAX), TAXED), TAX, 0),
            "tip_amount": np.where(chance(draw(keys, IS_CARD), CARD), self._quantile("tip_amount", tip), 0),
            "tolls_amount": np.where(is_tolled, TOLLS, 0),
        }
        minutes = self._quantile("trip_time_in_secs", _moved(length, TIME_AROUND, draw(keys, TIME)))
        amounts["total_amount"] = np.sum(list(amounts.values()), axis=0)
        return minutes, amounts | {"trip_distance": self._quantile("trip_distance", length)}

    def _places(self, keys: Bits) -> dict[str, Whole]:
        """Where a trip began and ended, or zeros where the receiver knew nothing."""
        is_known = ~chance(draw(keys, IS_LOST), LOST)
        ranks = (_rank(draw(keys, FIRST_PLACE + number)) for number in range(len(PLACES)))
        return {name: self._quantile(name, rank) * is_known for name, rank in zip(PLACES, ranks, strict=True)}

    def _quantile(self, name: str, rank: Whole) -> Whole:
        return quantile(self._tables[name], rank, _SIZE)


def _rank(bits: Bits) -> Whole:
    return (bits >> _HALF).view(np.int64)


def _moved(rank: Whole, width: int, bits: Bits) -> Whole:
    """The rank, moved evenly by up to width / 200 of all ranks to either side, and mirrored at the ends."""
    return reflect(rank + (_rank(bits) - _SIZE // 2) * width // 100, _SIZE)


def _identities(seed: int, table: str, count: int) -> Column:
    """Identity k of a table: the draws 0 and 1 of event k of the stream that is called like the table, in capital hexadecimal."""
    keys = event_keys(stream_key(seed, table), 0, count)
    halves = zip(draw(keys, 0).tolist(), draw(keys, 1).tolist(), strict=True)
    return text_column([b"%016X%016X" % each for each in halves])


_PAYMENTS = text_column([b"CSH", b"CRD"])
