"""How k-means converges: how far the centroids are from the centres after so many points, found and as the reference has it."""

from streamgauge.experiments.trial import Trial
from streamgauge.flow import Iterate
from streamgauge.flow.steps.iterate import DISTANCE, POINTS
from streamgauge.runs.folder import RunFolder

FOUND, REFERENCE = "found", "reference"


def save_convergence(trial: Trial, folder: RunFolder, label: str) -> None:
    """Both curves of a trial that has ended, as samples `LABEL-convergence`; nothing of a flow that does not iterate."""
    if not isinstance(trial.workload.flow.sink.upstream, Iterate):
        return
    curves = ((FOUND, trial.collector.convergence.places), (REFERENCE, trial.expected.convergence))
    rows = [(name, *place) for name, places in curves for place in places]
    columns = {name: [row[number] for row in rows] for number, name in enumerate(("curve", POINTS, DISTANCE))}
    folder.save_samples(f"{label}-convergence", columns)
