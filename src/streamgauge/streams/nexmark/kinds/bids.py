"""Bids."""

from typing import TYPE_CHECKING

import numpy as np

from streamgauge.streams.nexmark.draws.filler import draw_filler
from streamgauge.streams.nexmark.draws.java_random import JavaRandom
from streamgauge.streams.nexmark.draws.prices import draw_price
from streamgauge.streams.nexmark.events import Events
from streamgauge.streams.nexmark.fields import Fields
from streamgauge.streams.nexmark.kinds.channels import make_channels
from streamgauge.streams.nexmark.kinds.ids import FIRST_AUCTION, FIRST_PERSON, choose_auction, choose_person, hot, last_person

if TYPE_CHECKING:
    from streamgauge.streams.nexmark.stream import NexmarkStream

_NUMBER_BYTES = 32  # four fields of eight bytes


def make_bids(stream: "NexmarkStream", events: Events) -> Fields:
    """The bids of these events, in the order of Beam's draws and of its fields."""
    ids = events.ids
    random = JavaRandom.seeded(ids)
    auction = choose_auction(random, ids, stream.hot_auction_ratio, stream.num_in_flight_auctions)
    hot_bidder = hot(last_person(ids)) + 1  # not the hot seller
    bidder = choose_person(random, ids, stream.hot_bidders_ratio, hot_bidder, stream.num_active_people)
    price = draw_price(random)
    return {
        "auction": auction + FIRST_AUCTION,
        "bidder": bidder + FIRST_PERSON,
        "price": price,
        **(make_channels(stream.seed, ids) if stream.channels else {}),
        "dateTime": events.times_ms(),
        "extra": draw_filler(random, np.full(len(ids), _NUMBER_BYTES), stream.avg_bid_byte_size),
    }
