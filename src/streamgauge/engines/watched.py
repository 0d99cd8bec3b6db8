"""What an open engine may tell of the processes it runs in. One that tells nothing runs in ours."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from streamgauge.errors import MachineError


@runtime_checkable
class Watched(Protocol):
    """A session whose processes can be watched while it runs."""

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The processes that do its work on this machine; those that they start belong to them."""

    def figures(self) -> Mapping[str, float]:
        """Running totals that only the engine knows, such as `gc_s`, the seconds of its garbage collectors."""


class InUseError(MachineError):
    """An engine that cannot be opened while another one is."""
