"""TAXI: the trips of the taxis of New York, a record for each at its end."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.iot.base import Observations

if TYPE_CHECKING:
    from streamgauge.streams.iot.maker import Maker

TAXI_RATE = "bimodal:low=300,low_deviation=100,high=3200,high_deviation=250,peak=4000"
TAXIS = 20_355
COMPANIES = 100


@dataclass(frozen=True)
class Taxi(Observations):
    """A record a trip, all taxis equally often; distance, time, fare and tip depend on each other as in the public records.

    >>> Taxi(wire="csv").records(0, 1)[0][:86]
    b'28852F11CE5D383F017424A5B123D921,F774214FD9D78887AFF4299EC0A084D7,2013-01-13 23:52:00,'
    """

    name: ClassVar[str] = "taxi"
    base_ms: ClassVar[int] = 1_358_121_600_000  # 2013-01-14T00:00:00Z

    rate: str = TAXI_RATE
    taxis: int = TAXIS

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_whole("taxis", 1, 1_000_000)

    def _maker(self) -> "Maker":
        from streamgauge.streams.iot.taxi_maker import taxi_maker  # numpy only when records are made

        return taxi_maker(self)

    def company_table(self) -> list[tuple[str, str]]:
        """Every taxi, and the company that it belongs to: one of 100, in turn."""
        from streamgauge.streams.iot.taxi_maker import taxi_maker

        return [(taxi, f"company {number % COMPANIES}") for number, taxi in enumerate(taxi_maker(self).taxis())]
