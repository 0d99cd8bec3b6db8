"""Latency by component, for both paradigms side by side (seed work 001): what the model says of a part at one moment.

*Outside wait* lies between a record's arrival and its intake. *Wait* and *schedule* are spent because a record is part of a
batch: in the data stream they do not exist. *Process* is the work itself, *transmission* the way to the output.
"""

from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.part_model import PartModel


def latency_components_ms(model: PartModel, queue: int) -> dict[str, dict[str, float]]:
    """By paradigm, in milliseconds; the sums are LatencyD and LatencyO, and the record itself in the data stream.

    >>> part = PartModel().given({"PD": 10_000, "PO": 200_000, "T": 0.5, "t_schedule": 0.4, "V": 2_000})
    >>> latency_components_ms(part, queue=500)["data stream"]
    {'outside wait': 50.0, 'wait': 0.0, 'schedule': 0.0, 'process': 0.1, 'transmission': 10.0}
    >>> latency_components_ms(part, queue=500)["operation stream"]
    {'outside wait': 0.0, 'wait': 250.0, 'schedule': 400.0, 'process': 5.0, 'transmission': 10.0}
    """
    batch_s, data_rate, operation_rate = model.batch_s.value, model.data_rate.value, model.operation_rate.value
    process_s = model.arrival_rate.value * batch_s / operation_rate
    data = (queue / data_rate, 0.0, 0.0, 1 / data_rate, model.data_transmission_s.value)
    operation = (0.0, batch_s / 2, model.schedule_s.value, process_s, model.operation_transmission_s.value)
    return {Paradigm.DATA.value: _named(data), Paradigm.OPERATION.value: _named(operation)}


def _named(seconds: tuple[float, ...]) -> dict[str, float]:
    names = ("outside wait", "wait", "schedule", "process", "transmission")
    return {name: round(1_000 * each, 3) for name, each in zip(names, seconds, strict=True)}
