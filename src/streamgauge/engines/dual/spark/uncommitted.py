"""Where in the output begins what a restart would write again, and under which name this checkpoint's pipeline writes."""

import uuid

from streamgauge.engines.dual.spark.checkpoint import Checkpoint
from streamgauge.engines.dual.spark.prefix import require_untouched
from streamgauge.errors import RequestError
from streamgauge.transport.kafka.topic import KafkaTopic


class UncommittedOutput:
    """From where on the output may hold what is not committed; written down, so that it is known after a crash too.

    A batch begins after the report of the one before. So an end of the output that was read before the reports were, and
    these did not name batch N yet, lies before all that comes after batch N.

    The name is the pipeline's, and something that nobody else has: two programs between the same topics that were given different
    checkpoints are two pipelines, and each would leave out what the other has written.
    """

    def __init__(self, checkpoint: Checkpoint, pipeline: str, ends: tuple[int, ...]) -> None:
        self._checkpoint, self._pipeline = checkpoint, pipeline
        kept = checkpoint.own()
        self.is_new = kept is None  # the pipeline has never been started
        kept = kept or {"uncommitted_from": ends, "writes_as": f"{pipeline}.{uuid.uuid4().hex[:6]}"}
        self.begins: tuple[int, ...] = tuple(kept["uncommitted_from"])
        self.writes_as: str = kept.get("writes_as", pipeline)  # older checkpoints have no name of their own
        self._candidate = self.begins

    def require_fit(self, output: KafkaTopic, *, is_exact: bool) -> None:
        """Refuse a topic that is not as it was: rows of more partitions would lie elsewhere, and what a new pipeline finds there
        that is to write each record exactly once is not its own."""
        known, found = len(self.begins), output.as_it_is_now().partitions
        if not known == found == output.partitions:
            raise RequestError(
                f"the output had {known} partitions and has {found} now, so rows would go to others than before",
                where=f"topic {output.name}, {self._checkpoint.location}",
                fix="begin with a new checkpoint and a new output topic; nothing was changed",
            )
        if is_exact and self.is_new:
            require_untouched(output, self._pipeline)
        if is_exact and any(end < begin for end, begin in zip(output.end_offsets(), self.begins, strict=True)):
            raise RequestError(
                "the output holds less than this pipeline has written: it was deleted and made again",
                where=f"topic {output.name}, {self._checkpoint.location}",
                fix="begin with a new checkpoint; nothing was changed",
            )

    def seen(self, ends: tuple[int, ...], *, has_commit: bool, is_worth_a_file: bool) -> None:
        if has_commit:
            self.begins = self._candidate
            if is_worth_a_file:
                self.write_down()
        self._candidate = ends

    def write_down(self) -> None:
        self._checkpoint.write_own(self._pipeline, self.begins, self.writes_as)
