"""The streams of the IoT benchmark: CITY, TAXI, FIT and random integers (seed work 002).

Their fields have the distributions of the records that are public, as tables of quantiles; `docs/iot.md` defines every byte.
"""

from streamgauge.streams.iot.city import City
from streamgauge.streams.iot.documents import Documents
from streamgauge.streams.iot.fit import Fit
from streamgauge.streams.iot.integers import Integers
from streamgauge.streams.iot.models import WithModels
from streamgauge.streams.iot.taxi import Taxi

__all__ = ["City", "Documents", "Fit", "Integers", "Taxi", "WithModels"]
