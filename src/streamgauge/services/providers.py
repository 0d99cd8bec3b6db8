"""Who provides the services of a step, from what the step says of it: in any process on this machine."""

from pathlib import Path

from streamgauge.services.base import Provider
from streamgauge.services.embedded import Embedded
from streamgauge.services.real import Real


def provider_at(at: str) -> Provider | None:
    """`embedded:FOLDER` or `real:FOLDER`, as `open_services` writes it; None for a service that is not open."""
    kind, _, folder = at.partition(":")
    if not folder:
        return None
    return Embedded(Path(folder)) if kind == "embedded" else Real.read(Path(folder))
