"""The decision trees and regressions of the IoT benchmark, as expressions; read from its published model files."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Model:
    """The columns that a model reads, and what it makes of them."""

    reads: tuple[str, ...]
    result: str
    published_as: str


def _steps(column: str, *bounds_and_classes: tuple[float, str], above: str) -> str:
    """One class up to each bound, another above the last."""
    branches = " ".join(f"when {column} <= {bound} then '{label}'" for bound, label in bounds_and_classes)
    return f"case {branches} else '{above}' end"


TREES = {
    ("city", "trained"): Model(
        ("airquality_raw",),
        _steps("airquality_raw", (22, "BAD"), (29, "GOOD"), above="VERYGOOD"),
        "CITY-DTC-1422748810000",
    ),
    ("city", "first"): Model(
        ("airquality_raw",),
        _steps("airquality_raw", (14, "Good"), (19, "VeryGood"), above="Excellent"),
        "DecisionTreeClassify-SYS-withExcellent",
    ),
    ("taxi", "trained"): Model(
        ("fare_amount",),
        _steps("fare_amount", (10, "BAD"), (18.5, "GOOD"), above="VERYGOOD"),
        "TAXI-DTC-1358102664000",
    ),
    ("taxi", "first"): Model(
        ("trip_time_in_secs", "trip_distance", "fare_amount"),
        "case when trip_time_in_secs <= 480 then 'Bad' when fare_amount > 21 then 'VeryGood' "
        "when trip_time_in_secs <= 540 then case when fare_amount <= 10 then 'VeryGood' when fare_amount <= 11 then 'Good' "
        "else 'VeryGood' end "
        "when trip_time_in_secs <= 600 then case when trip_distance <= 3.21 then 'Bad' else 'VeryGood' end else 'Bad' end",
        "DecisionTreeClassify-TAXI-withVeryGood",
    ),
    ("fit", "trained"): Model(
        ("ecg_lead_1",),
        _steps("ecg_lead_1", (-0.054422, "BAD"), (0.016745, "GOOD"), above="VERYGOOD"),
        "FIT-DTC-1417890600200",
    ),
}

REGRESSIONS = {
    ("city", "trained"): Model(
        ("temperature", "humidity", "dust"),
        "-0.5106896760749683 * temperature + 0.1550345386077423 * humidity - 0.0043941074441107295 * dust + 37.442739000196276",
        "CITY-MLR-1422748810000",
    ),
    ("city", "first"): Model(
        ("longitude", "latitude", "temperature", "humidity", "dust"),
        "0.04903473941418842 * longitude - 0.04466845169073577 * latitude - 0.44619771931579594 * temperature "
        "- 0.15592468654020697 * humidity - 0.002474627682532584 * dust + 44.217013635957024",
        "LR-SYS-DecisionTreeNumeric",
    ),
    ("taxi", "trained"): Model(
        ("trip_time_in_secs", "trip_distance"),
        "0.002167781090458324 * trip_time_in_secs + 2.347246557323501 * trip_distance + 3.574164844831282",
        "TAXI-MLR-1358102664000",
    ),
    ("taxi", "first"): Model(("trip_distance",), "23.0", "LR-TAXI-Numeric"),
}
