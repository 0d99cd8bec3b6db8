"""FIT: what ten people's body sensors report, fifty times a second each."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.iot.base import Observations

if TYPE_CHECKING:
    from streamgauge.streams.iot.maker import Maker

FIT_RATE = "500"
SUBJECTS = 10
LABELS = 13  # activities, and none

# Channel: mean and standard deviation in 10^-5 of its unit, and the unit.
CHANNELS = {
    "acc_chest_x": (-932470, 1874, "m/s2"),
    "acc_chest_y": (-76765, 12363, "m/s2"),
    "acc_chest_z": (212040, 8908, "m/s2"),
    "ecg_lead_1": (5861, 1903, "mV"),
    "ecg_lead_2": (2930, 592, "mV"),
    "acc_ankle_x": (-38053, 17203, "m/s2"),
    "acc_ankle_y": (-978143, 5231, "m/s2"),
    "acc_ankle_z": (-157620, 2972, "m/s2"),
    "gyro_ankle_x": (-15152, 700, "deg/s"),
    "gyro_ankle_y": (-16948, 88, "deg/s"),
    "gyro_ankle_z": (76686, 648, "deg/s"),
    "magnetometer_ankle_x": (-42569, 8519, "tesla"),
    "magnetometer_ankle_y": (24891, 17214, "tesla"),
    "magnetometer_ankle_z": (15032, 343, "tesla"),
    "acc_arm_x": (-211983, 9629, "m/s2"),
    "acc_arm_y": (-957923, 8749, "m/s2"),
    "acc_arm_z": (-59007, 3747, "m/s2"),
    "gyro_arm_x": (-69151, 185, "deg/s"),
    "gyro_arm_y": (-27584, 387, "deg/s"),
    "gyro_arm_z": (-43606, 813, "deg/s"),
    "magnetometer_arm_x": (24408, 22649, "tesla"),
    "magnetometer_arm_y": (47070, 30657, "tesla"),
    "magnetometer_arm_z": (-108287, 257, "tesla"),
}


@dataclass(frozen=True)
class Fit(Observations):
    """A record a report, all people equally often; every channel normal, as far as the few public records tell.

    >>> Fit(wire="csv").records(0, 1)[0][:70]
    b'subject4,2014-12-06T18:30:00.000Z,-9.34539,-0.75218,2.19614,0.01935,0.'
    """

    name: ClassVar[str] = "fit"
    base_ms: ClassVar[int] = 1_417_890_600_000  # 2014-12-06T18:30:00Z

    rate: str = FIT_RATE
    speed: int = 1

    def _maker(self) -> "Maker":
        from streamgauge.streams.iot.fit_maker import fit_maker  # numpy only when records are made

        return fit_maker(self)
