"""Where in the output begins what a restart would write again."""

from streamgauge.engines.dual.spark.checkpoint import Checkpoint
from streamgauge.errors import RequestError


class UncommittedOutput:
    """From where on the output may hold what is not committed; written down, so that it is known after a crash too.

    A batch begins after the report of the one before. So an end of the output that was read before the reports were, and
    these did not name batch N yet, lies before all that comes after batch N.
    """

    def __init__(self, checkpoint: Checkpoint, pipeline: str, ends: tuple[int, ...]) -> None:
        self._checkpoint, self._pipeline = checkpoint, pipeline
        kept = (checkpoint.own() or {}).get("uncommitted_from")
        if kept and len(kept) != len(ends):
            raise RequestError(
                f"the output had {len(kept)} partitions and has {len(ends)} now, so rows would go to others than before",
                where=checkpoint.location,
                fix="begin with a new checkpoint and a new output topic; nothing was changed",
            )
        self.begins: tuple[int, ...] = tuple(kept) if kept else ends
        self._candidate = self.begins

    def seen(self, ends: tuple[int, ...], *, has_commit: bool, is_worth_a_file: bool) -> None:
        if has_commit:
            self.begins = self._candidate
            if is_worth_a_file:
                self.write_down()
        self._candidate = ends

    def write_down(self) -> None:
        self._checkpoint.write_own(self._pipeline, self.begins)
