"""Advertisements that are shown, and the clicks on some of them a little later: the stream of AdvClick (seed work 000).

Both kinds come mixed, in the order in which they happen. Which advertisements are clicked, and after how long, comes again
after 65,536 of them: that is what lets any slice be made without what comes before it.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.base import Stream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CYCLE = 1 << 16  # advertisements


@dataclass(frozen=True)
class AdvClick(Stream):
    """JSON objects: `kind` is shown or click, `ad` a UUID, `at` a time in milliseconds; `docs/advclick.md` defines every byte.

    >>> AdvClick().records(0, 1)
    [b'{"kind":"shown","ad":"528059aa-5c5d-44bd-a7ca-85a8bb890ba6","at":1436918400000}']
    """

    name: ClassVar[str] = "advclick"

    seed: int = 1
    ads_per_second: int = 1_000  # of event time
    click_share: float = 0.3
    delay_ms: int = 10_000
    delay_deviation_ms: int = 1_000
    disorder_ms: int = 0

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_whole("ads_per_second", 1, 1_000_000)
        self._require_decimal("click_share", 0, 1)
        self._require_whole("delay_ms", 0, 600_000)
        self._require_whole("delay_deviation_ms", 0, 60_000)
        self._require_whole("disorder_ms", 0, 60_000)

    def records(self, start: int, count: int) -> list[bytes]:
        from streamgauge.streams.advclick_maker import advclick_maker  # numpy only when records are made

        return advclick_maker(self).records(start, count)

    def ads(self, start: int, count: int) -> "tuple[NDArray[np.int64], NDArray[np.bool_]]":
        """The number of the advertisement that each event is about, and whether it is a click."""
        from streamgauge.streams.advclick_maker import advclick_maker

        return advclick_maker(self).ads(start, count)
