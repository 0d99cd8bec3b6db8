"""Sentences with a time: the stream of the windowed WordCount."""

from dataclasses import dataclass, field
from typing import ClassVar

from streamgauge.streams.base import Stream
from streamgauge.streams.sentences import Sentences

BASE_MS = 1_436_918_400_000  # 2015-07-15T00:00:00Z, as in NEXMark


@dataclass(frozen=True)
class TimedSentences(Stream):
    """JSON objects: event i has the time base + floor(1000 i / events_per_second) and the i-th sentence.

    >>> TimedSentences(Sentences(words_mean=2)).records(0, 1)
    [b'{"at":1436918400000,"sentence":"06696"}']
    """

    name: ClassVar[str] = "timed-sentences"

    sentences: Sentences = field(default_factory=Sentences)
    events_per_second: int = 1_000

    def records(self, start: int, count: int) -> list[bytes]:
        return [
            b'{"at":%d,"sentence":"%s"}' % (BASE_MS + 1000 * number // self.events_per_second, sentence)
            for number, sentence in enumerate(self.sentences.records(start, count), start)
        ]
