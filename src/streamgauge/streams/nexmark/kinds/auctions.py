"""New auctions."""

from typing import TYPE_CHECKING

import numpy as np

from streamgauge.streams.nexmark.draws.filler import draw_filler
from streamgauge.streams.nexmark.draws.java_random import JavaRandom
from streamgauge.streams.nexmark.draws.prices import draw_price
from streamgauge.streams.nexmark.draws.words import draw_words
from streamgauge.streams.nexmark.events import Events
from streamgauge.streams.nexmark.fields import Fields
from streamgauge.streams.nexmark.kinds.ids import (
    CATEGORIES,
    FIRST_AUCTION,
    FIRST_CATEGORY,
    FIRST_PERSON,
    choose_person,
    hot,
    last_auction,
    last_person,
)
from streamgauge.streams.nexmark.proportions import AUCTIONS, PERIOD

if TYPE_CHECKING:
    from streamgauge.streams.nexmark.stream import NexmarkStream

_NUMBER_BYTES = 48  # six fields of eight bytes


def make_auctions(stream: "NexmarkStream", events: Events) -> Fields:
    """The auctions of these events, in the order of Beam's draws and then of its fields.

    An auction lasts at most twice the time in which as many begin as are to be in flight.
    """
    ids, times_ms = events.ids, events.times_ms()
    random = JavaRandom.seeded(ids)
    seller = choose_person(random, ids, stream.hot_sellers_ratio, hot(last_person(ids)), stream.num_active_people)
    category = random.below(CATEGORIES)
    initial_bid = draw_price(random)
    horizons_ms = events.times_ms(later=stream.num_in_flight_auctions * PERIOD // AUCTIONS) - times_ms
    length_ms = random.below_long(np.maximum(2 * horizons_ms, 1)) + 1
    item_name = draw_words(random, 20)
    description = draw_words(random, 100)
    reserve = initial_bid + draw_price(random)
    used = _NUMBER_BYTES + item_name.lengths + description.lengths
    return {
        "id": last_auction(ids) + FIRST_AUCTION,
        "itemName": item_name,
        "description": description,
        "initialBid": initial_bid,
        "reserve": reserve,
        "dateTime": times_ms,
        "expires": times_ms + length_ms,
        "seller": seller + FIRST_PERSON,
        "category": category + FIRST_CATEGORY,
        "extra": draw_filler(random, used, stream.avg_auction_byte_size),
    }
