"""The latency model of both paradigms, and the queue length at which one overtakes the other (seed work 001, equations 4-7).

    LatencyD = L / PD + t_trans(data)
    LatencyO = T / 2 + t_schedule + V * T / PO + t_trans(operation)
    LatencyD > LatencyO   exactly when   L > L_switch = K * (V * T) + C * PD
    with K = PD / PO and C = T / 2 + t_schedule + t_trans(operation) - t_trans(data)

Every value knows where it comes from: a default, other values, the running pipeline, or the user, who always wins.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.flow.flaws import nearest


class Basis(Enum):
    """Where a value comes from."""

    DEFAULT = "default"
    DERIVED = "derived"  # it follows from other values
    AT_LEAST = "at least"  # so much was seen, and it may be more
    CALIBRATED = "calibrated"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number of the model, and where it comes from."""

    value: float
    basis: Basis = Basis.DEFAULT

    @property
    def is_known(self) -> bool:
        """Was it learnt or given?"""
        return self.basis in (Basis.CALIBRATED, Basis.GIVEN)


SYMBOLS = {
    "PD": "data_rate",
    "PO": "operation_rate",
    "K": "capacity_ratio",
    "V": "arrival_rate",
    "T": "batch_s",
    "C": "offset_s",
    "t_schedule": "schedule_s",
    "t_trans(data)": "data_transmission_s",
    "t_trans(operation)": "operation_transmission_s",
    "t_switch": "switch_s",
    "delta": "delta",
    "lambda": "magnification",
    "V(calm)": "calm_rate",
}

_POSITIVE = ("data_rate", "operation_rate", "capacity_ratio", "batch_s", "delta")


@dataclass(frozen=True, slots=True)
class PartModel:
    """What is known of one part; rates are in records per second. K and C follow from the others unless they are given.

    >>> part = PartModel().given({"PD": 10_000, "PO": 200_000, "T": 0.5, "t_schedule": 0.4, "V": 2_000})
    >>> part.capacity_ratio.value, round(part.switch_length), round(part.up_length), round(part.down_length)
    (0.05, 6550, 7860, 5240)
    """

    data_rate: Estimate = Estimate(10_000.0)  # PD: what the data stream can process
    operation_rate: Estimate = Estimate(50_000.0)  # PO: what a micro-batch processes, beyond its fixed costs
    capacity_ratio: Estimate = Estimate(0.2)  # K: the seed's 0.2 until PO has been measured
    arrival_rate: Estimate = Estimate(0.0)  # V: what arrives now
    batch_s: Estimate = Estimate(1.0)  # T: the batch interval, or the length of a batch where that is 0
    offset_s: Estimate = Estimate(0.0)  # C: how much longer than in the data stream a record takes in an empty operation stream
    schedule_s: Estimate = Estimate(0.2)  # t_schedule: what a batch costs whatever it holds
    data_transmission_s: Estimate = Estimate(0.01)
    operation_transmission_s: Estimate = Estimate(0.01)
    switch_s: Estimate = Estimate(1.5)  # how long nothing comes out when the part is switched
    delta: Estimate = Estimate(0.2)  # half the width of the band between switching up and down
    magnification: Estimate = Estimate(1.0)  # lambda: records written for each record processed
    calm_rate: Estimate = Estimate(0.0)  # what arrives when there is no burst; 0 while that is not known
    is_fixed: bool = False  # it stays in the operation stream

    def __post_init__(self) -> None:
        self._check()
        if not self.operation_rate.is_known:
            self._derive("operation_rate", self.data_rate.value / self.capacity_ratio.value)
        elif self.capacity_ratio.basis is not Basis.GIVEN:
            self._derive("capacity_ratio", self.data_rate.value / self.operation_rate.value)
        if self.offset_s.basis is not Basis.GIVEN:
            operation = self.batch_s.value / 2 + self.schedule_s.value + self.operation_transmission_s.value
            self._derive("offset_s", operation - self.data_transmission_s.value)

    def _derive(self, name: str, number: float) -> None:
        object.__setattr__(self, name, Estimate(number, Basis.DERIVED))

    def _check(self) -> None:
        for symbol, name in SYMBOLS.items():
            value = getattr(self, name).value
            if name in _POSITIVE and not value > 0:
                raise _refused(symbol, value, "a number above 0")
            if not math.isfinite(value) or (value < 0 and name != "offset_s"):
                raise _refused(symbol, value, "0 or more")
        if not self.delta.value < 1:
            raise _refused("delta", self.delta.value, "a number between 0 and 1, such as 0.2")

    @property
    def switch_length(self) -> float:
        """L_switch: the queue beyond which the operation stream is the quicker one."""
        waiting = self.capacity_ratio.value * self.arrival_rate.value * self.batch_s.value
        return max(0.0, waiting + self.offset_s.value * self.data_rate.value)

    @property
    def up_length(self) -> float:
        return (1 + self.delta.value) * self.switch_length

    @property
    def down_length(self) -> float:
        return (1 - self.delta.value) * self.switch_length

    @property
    def calm_limit(self) -> float:
        """The arrival rate below which the data stream can be trusted to keep up."""
        return (1 - self.delta.value) * self.data_rate.value

    @property
    def trial_limit(self) -> float:
        """The arrival rate below which the data stream is worth a try, once what was learnt of it may be old or wrong."""
        is_sure = self.data_rate.basis is Basis.GIVEN
        return self.data_rate.value if is_sure else max(self.data_rate.value, self.operation_rate.value / 2)

    @property
    def brings_nothing(self) -> bool:
        """Is the operation stream hardly faster, so that a switch would cost its gap and gain nothing?"""
        return self.capacity_ratio.value > 1 - self.delta.value

    @property
    def may_be_wrong(self) -> bool:
        """Was the ratio of the paradigms learnt, and not given?"""
        return Basis.GIVEN not in (self.capacity_ratio.basis, self.operation_rate.basis)

    @property
    def surge(self) -> float:
        """By how much more than in calm arrives now; without a known calm, any arrival is a surge."""
        calm = self.calm_rate.value
        return self.arrival_rate.value / calm if calm else math.inf

    def drain_s(self, queue: float, *, down_to: float | None = None) -> float:
        """How long the data stream would need to work a queue off, down to L_up unless said otherwise."""
        spare = self.data_rate.value - self.arrival_rate.value
        excess = max(0.0, queue - (self.up_length if down_to is None else down_to))
        return excess / spare if spare > 0 else math.inf

    def data_latency_s(self, queue: float) -> float:
        """LatencyD of a record that joins this queue."""
        return queue / self.data_rate.value + self.data_transmission_s.value

    @property
    def operation_latency_s(self) -> float:
        """LatencyO."""
        processing = self.arrival_rate.value * self.batch_s.value / self.operation_rate.value
        return self.batch_s.value / 2 + self.schedule_s.value + processing + self.operation_transmission_s.value

    def given(self, numbers: Mapping[str, float]) -> "PartModel":
        """The same with the user's own numbers, by symbol; from now on they stay."""
        for symbol in numbers.keys() - SYMBOLS.keys():
            raise RequestError(f"the model has no value {symbol!r}", where="given values", fix=nearest(symbol, SYMBOLS))
        estimates = {SYMBOLS[symbol]: Estimate(float(number), Basis.GIVEN) for symbol, number in numbers.items()}
        return replace(self, **estimates)  # type: ignore[arg-type]

    def calibrated(self, **numbers: float) -> "PartModel":
        """The same with numbers learnt from the pipeline, by field; given ones stay as they are."""
        return self._learning(numbers, Basis.CALIBRATED)

    def at_least(self, **numbers: float) -> "PartModel":
        """The same with numbers that the pipeline may exceed, by field; given ones stay as they are."""
        return self._learning(numbers, Basis.AT_LEAST)

    def _learning(self, numbers: Mapping[str, float], basis: Basis) -> "PartModel":
        learnt = {name for name in numbers if getattr(self, name).basis is not Basis.GIVEN}
        return replace(self, **{name: Estimate(numbers[name], basis) for name in learnt})  # type: ignore[arg-type]

    def learnt(self) -> "PartModel":
        """What of it was learnt, without what was given: a run begins with the one, and is told the other anew."""
        estimates = {name: getattr(self, name) for name in SYMBOLS.values()}
        learnt = {name: each for name, each in estimates.items() if each.basis in (Basis.CALIBRATED, Basis.AT_LEAST)}
        return PartModel(**learnt, is_fixed=self.is_fixed)

    def to_data(self) -> dict[str, Any]:
        """Plain data, by symbol."""
        estimates = {symbol: getattr(self, name) for symbol, name in SYMBOLS.items()}
        values = {symbol: {"value": each.value, "basis": each.basis.value} for symbol, each in estimates.items()}
        return values | {"is_fixed": self.is_fixed}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "PartModel":
        known = {symbol: name for symbol, name in SYMBOLS.items() if symbol in data}
        estimates = {name: Estimate(float(data[s]["value"]), Basis(data[s]["basis"])) for s, name in known.items()}
        return cls(**estimates, is_fixed=bool(data.get("is_fixed", False)))


def _refused(symbol: str, value: float, fix: str) -> RequestError:
    return RequestError(f"{symbol} cannot be {value:g}", where="the model of the dual engine", fix=fix)
