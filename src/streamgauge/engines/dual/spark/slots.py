"""Task slots: real-time mode needs one for each of its tasks at once, and Spark ends a query whose batch does not find them.

So whoever runs beside data streams, the micro-batches of a part and its rehearsal, may take only slots that these do not need.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from streamgauge.errors import RequestError


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of one part."""

    stages: tuple[int, ...]  # the tasks of each stage of its data stream, which run at once
    more: int  # that its micro-batches may take as well, while its data stream does not run
    beside: int  # that its rehearsal may take, beside the data streams of all parts

    def for_batch(self, tasks: int) -> int:
        """How many tasks to ask for to read a micro-batch that so many should."""
        return self._asked(tasks, sum(self.stages) + self.more)

    def for_rehearsal(self, tasks: int) -> int:
        """How many tasks to ask for to read a batch of its rehearsal that so many should; refused where there is no room for one.

        The stages of a batch run one after the other, with as many tasks each as in the data stream, at least.
        """
        if max(self.stages) > self.beside:
            raise RequestError(
                f"a rehearsal needs {max(self.stages)} task slots beside the data stream, and {self.beside} are free",
                where="the task slots of the session",
                fix="give it more, such as local[32]; without a rehearsal the first batches of a burst take longer",
            )
        return self._asked(tasks, self.beside)

    def _asked(self, tasks: int, room: int) -> int:
        """Spark rounds the pieces of each partition up, so there may be one task more for each than it was asked for."""
        return min(tasks, max(0, room - self.stages[0]))


def shared_out(stages: Sequence[tuple[int, ...]], batch_tasks: Sequence[int], slots: int) -> list[Slots]:
    """The slots of all parts, given the stages of each and the tasks that should read its micro-batches.

    Of what no data stream needs each part may take an even share, as all can be in micro-batches; the rest is for rehearsals, of
    which there is one at a time.

    >>> shared_out([(2,), (2, 4)], [8, 6], slots=18)
    [Slots(stages=(2,), more=5, beside=8), Slots(stages=(2, 4), more=2, beside=5)]
    """
    spare = max(0, slots - sum(map(sum, stages)))
    wanted = [tasks + own[0] - sum(own) if tasks else 0 for own, tasks in zip(stages, batch_tasks, strict=True)]
    more = [min(max(0, each), spare // len(stages)) for each in wanted]
    return [Slots(own, taken, spare - sum(more) + taken) for own, taken in zip(stages, more, strict=True)]
