"""The synthesised fields have the means, spreads and quantiles of the 700 public records of each stream; run with -s to see both.

Bounds: means 2 % (places 0.01 degrees), standard deviations 10 %, quantiles 5 % of what lies between the 5th and the 95th
percentile, or a tenth of the deviation where that is nothing.
"""

import json

import numpy as np
import pytest

from streamgauge.streams.iot import City, Fit, Taxi
from streamgauge.streams.iot.fit import CHANNELS

PERCENTILES = (5, 25, 50, 75, 95)

# Of the public samples: mean, standard deviation, percentiles. Places without those that are 0.
CITY = {
    "temperature": (20.8, 10.46, 3.2, 11.7, 24.15, 28.5, 34.5),
    "humidity": (49.46, 15.91, 23.78, 38.4, 48.0, 61.45, 75.8),
    "light": (371.54, 870.74, 0.0, 0.0, 0.0, 352.0, 1853.75),
    "dust": (1105.83, 1068.01, 69.48, 381.0, 786.96, 1499.56, 3141.43),
    "airquality_raw": (27.86, 19.61, 13.0, 19.0, 24.0, 30.0, 53.0),
}
TAXI = {
    "trip_time_in_secs": (716.66, 479.65, 120.0, 360.0, 600.0, 1020.0, 1623.0),
    "trip_distance": (4.81, 4.86, 0.61, 1.48, 3.0, 6.29, 17.09),
    "fare_amount": (16.62, 14.37, 4.5, 7.0, 11.5, 21.5, 52.0),
    "surcharge": (0.4707, 0.1174, 0.0, 0.5, 0.5, 0.5, 0.5),
    "mta_tax": (0.4986, 0.0267, 0.5, 0.5, 0.5, 0.5, 0.5),
    "tip_amount": (1.86, 2.87, 0.0, 0.0, 0.0, 2.6, 8.21),
    "tolls_amount": (0.47, 1.42, 0.0, 0.0, 0.0, 0.0, 4.8),
    "total_amount": (19.92, 17.02, 5.69, 8.83, 13.3, 24.62, 60.01),
    "pickup_longitude": (-73.9545, 0.063, -74.0053, -73.9907, -73.9817, -73.9542, -73.7866),
    "pickup_latitude": (40.7397, 0.038, 40.6455, 40.724, 40.747, 40.7641, 40.7847),
    "dropoff_longitude": (-73.9667, 0.0391, -74.0058, -73.9899, -73.9773, -73.953, -73.9029),
    "dropoff_latitude": (40.7449, 0.0414, 40.6722, 40.7225, 40.7472, 40.7659, 40.8089),
}
# Rank correlations of the public trips.
TOGETHER = {
    ("trip_distance", "trip_time_in_secs"): 0.93,
    ("trip_distance", "fare_amount"): 0.935,
    ("trip_time_in_secs", "fare_amount"): 0.916,
    ("fare_amount", "total_amount"): 0.988,
}


def observed(stream: City | Fit | Taxi, events: int = 60_000) -> dict[str, np.ndarray]:
    rows = [json.loads(record) for record in stream.records(0, events)]
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("kind", "sample"), [(City, CITY), (Taxi, TAXI)], ids=["city", "taxi"])
def test_fields_are_distributed_as_in_the_samples(
    kind: type[City] | type[Taxi], sample: dict[str, tuple[float, ...]], seed: int
) -> None:
    columns = observed(kind(seed=seed))
    for name, figures in sample.items():
        mean, deviation, *percentiles = figures
        is_place = name.endswith("itude")
        values = columns[name][columns[name] != 0] if is_place else columns[name]
        found = [float(np.mean(values)), float(np.std(values)), *np.percentile(values, PERCENTILES).tolist()]
        print(
            f"{name:20} sample", *(f"{each:10.3f}" for each in figures), f"\n{'':20} ours  ", *(f"{each:10.3f}" for each in found)
        )
        within = 0.05 * (percentiles[-1] - percentiles[0]) or 0.1 * deviation
        assert found[0] == (pytest.approx(mean, abs=0.01) if is_place else pytest.approx(mean, rel=0.02)), name
        assert found[1] == pytest.approx(deviation, rel=0.1), name
        assert found[2:] == pytest.approx(percentiles, abs=within), name


def test_what_goes_together_in_the_samples_goes_together_here() -> None:
    columns = observed(Taxi(), 30_000)
    ranks = {name: np.argsort(np.argsort(columns[name], kind="stable")) for pair in TOGETHER for name in pair}
    for (left, right), expected in TOGETHER.items():
        found = np.corrcoef(ranks[left], ranks[right])[0, 1]
        print(f"{left} with {right}: sample {expected:.3f}, ours {found:.3f}")
        assert found == pytest.approx(expected, abs=0.06)


def test_channels_are_as_wide_as_in_the_sample() -> None:
    columns = observed(Fit(), 20_000)
    for name, (mean, deviation, _) in CHANNELS.items():
        assert columns[name].mean() * 1e5 == pytest.approx(mean, abs=0.05 * deviation + 1), name
        assert columns[name].std() * 1e5 == pytest.approx(deviation, rel=0.05), name
    assert set(columns["subjectId"]) == {f"subject{number}" for number in range(1, 11)}


def test_amounts_add_up_and_only_cards_tip() -> None:
    columns = observed(Taxi(), 20_000)
    parts = ("fare_amount", "surcharge", "mta_tax", "tip_amount", "tolls_amount")
    assert np.allclose(sum(columns[name] for name in parts), columns["total_amount"])
    is_cash = columns["payment_type"] == "CSH"
    assert columns["tip_amount"][is_cash].max() == 0
    assert is_cash.mean() == pytest.approx(0.483, abs=0.02)
    lost = columns["pickup_longitude"] == 0
    assert (lost == (columns["dropoff_latitude"] == 0)).all()
    assert lost.mean() == pytest.approx(0.018, abs=0.005)
