"""Which events stand where in a slice of a stream, before anything is drawn for them."""

from dataclasses import dataclass

from streamgauge.streams.nexmark.draws.java_random import Numbers, Truths
from streamgauge.streams.nexmark.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Events:
    """Events in the order of their arrival, or some of them.

    Contents depend on the id, the time on the number. The row is the event's place in the slice.
    """

    rows: Numbers
    numbers: Numbers
    ids: Numbers
    is_late: Truths
    timeline: Timeline

    def at(self, places: Numbers) -> "Events":
        """Those at some places."""
        return Events(self.rows[places], self.numbers[places], self.ids[places], self.is_late[places], self.timeline)

    def times_ms(self, later: int = 0) -> Numbers:
        """The times of the events, or of those so many further on."""
        return self.timeline.times_ms(self.numbers + later)
