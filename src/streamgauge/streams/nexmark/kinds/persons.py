"""New persons."""

from typing import TYPE_CHECKING

import numpy as np

from streamgauge.streams.columns import digit_column
from streamgauge.streams.nexmark.draws.filler import draw_filler
from streamgauge.streams.nexmark.draws.java_random import JavaRandom
from streamgauge.streams.nexmark.draws.words import draw_words
from streamgauge.streams.nexmark.events import Events
from streamgauge.streams.nexmark.fields import Choice, Fields, Text, side_by_side
from streamgauge.streams.nexmark.kinds.ids import FIRST_PERSON, last_person

if TYPE_CHECKING:
    from streamgauge.streams.nexmark.stream import NexmarkStream

FIRST_NAMES = ("Peter", "Paul", "Luke", "John", "Saul", "Vicky", "Kate", "Julie", "Sarah", "Deiter", "Walter")
LAST_NAMES = ("Shultz", "Abrams", "Spencer", "White", "Bartels", "Walton", "Smith", "Jones", "Noris")
CITIES = (
    *("Phoenix", "Los Angeles", "San Francisco", "Boise", "Portland"),
    *("Bend", "Redmond", "Seattle", "Kent", "Cheyenne"),
)
STATES = ("AZ", "CA", "ID", "OR", "WA", "WY")

_ID_BYTES = 8


def make_persons(stream: "NexmarkStream", events: Events) -> Fields:
    """The persons of these events, in the order of Beam's draws and then of its fields."""
    random = JavaRandom.seeded(events.ids)
    first_names = random.below(len(FIRST_NAMES))
    name = _NAMES[first_names * len(LAST_NAMES) + random.below(len(LAST_NAMES))]
    address = _draw_address(random)
    card = _draw_card(random)
    city = _CITIES[random.below(len(CITIES))]
    state = _STATES[random.below(len(STATES))]
    used = name.lengths + address.lengths + card.lengths + city.lengths + state.lengths + _ID_BYTES
    return {
        "id": last_person(events.ids) + FIRST_PERSON,
        "name": name,
        "emailAddress": address,
        "creditCard": card,
        "city": city,
        "state": state,
        "dateTime": events.times_ms(),
        "extra": draw_filler(random, used, stream.avg_person_byte_size),
    }


def _draw_address(random: JavaRandom) -> Text:
    user, host = draw_words(random, 7), draw_words(random, 5)
    column = side_by_side(len(user.lengths), [user.column, b"@", host.column, b".com"])
    return Text(column, user.lengths + host.lengths + len("@.com"))


def _draw_card(random: JavaRandom) -> Text:
    """Four groups of four digits."""
    first, *others = (digit_column(random.below(10_000), width=4) for _ in range(4))
    column = side_by_side(len(first), [first, *(part for group in others for part in (b" ", group))])
    return Text(column, np.full(len(column), column.shape[1]))


_NAMES = Choice([f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES])
_CITIES = Choice(CITIES)
_STATES = Choice(STATES)
