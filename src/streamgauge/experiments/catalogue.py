"""The experiments by name; a module is imported only when its experiment is asked for."""

from importlib import import_module
from typing import TYPE_CHECKING

from streamgauge.errors import RequestError
from streamgauge.names import nearest

if TYPE_CHECKING:
    from streamgauge.experiments.experiment import Experiment

QUESTIONS = {
    "breakdown": "where does the time of a record go, by component and by operation? (online)",
    "burst": "what happens when the load rises and falls: how late, how much waiting, how long to catch up? (online)",
    "closed": "how long does a small epoch take when nothing else is under way? (closed loop; never ranked with the others)",
    "latency": "how long does a record take at a given rate? (online)",
    "sustain": "which rate does the engine hold for good? (online, a search)",
    "sweep": "how does latency grow with the rate, and where is the knee? (online)",
    "throughput": "how many records a second, from a topic filled beforehand? (offline)",
}


def load_experiment(name: str) -> "Experiment":
    """The experiment called `name`."""
    if name not in QUESTIONS:
        raise RequestError(f"there is no experiment {name!r}", where="EXPERIMENT", fix=nearest(name, QUESTIONS))
    experiment: Experiment = import_module(f"streamgauge.experiments.{name}").EXPERIMENT
    return experiment
