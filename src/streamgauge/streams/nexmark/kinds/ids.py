"""Which persons and auctions an event may name."""

import numpy as np

from streamgauge.streams.nexmark.draws.java_random import JavaRandom, Numbers
from streamgauge.streams.nexmark.proportions import AUCTIONS, LEAD, PERIOD

FIRST_PERSON, FIRST_AUCTION, FIRST_CATEGORY = 1000, 1000, 10
CATEGORIES = 5

_HOT_GROUP = 100  # of so many persons or auctions, one is hot


def last_person(ids: Numbers) -> Numbers:
    """The newest person at an event, counted from 0."""
    return ids // PERIOD


def last_auction(ids: Numbers) -> Numbers:
    """The newest auction at an event, counted from 0."""
    groups, places = np.divmod(ids, PERIOD)
    return groups * AUCTIONS + np.minimum(places, AUCTIONS) - 1


def hot(newest: Numbers) -> Numbers:
    """The first one of the newest group."""
    return newest // _HOT_GROUP * _HOT_GROUP


def choose_person(random: JavaRandom, ids: Numbers, ratio: int, favourite: Numbers, active: int) -> Numbers:
    """The favourite, or with a chance of one in `ratio` any of the active persons or of the next few."""
    people = last_person(ids) + 1
    candidates = np.minimum(people, active)
    return _choose(random, ratio, favourite, people - candidates, candidates + LEAD)


def choose_auction(random: JavaRandom, ids: Numbers, ratio: int, in_flight: int) -> Numbers:
    """The hot auction, or with a chance of one in `ratio` any of those in flight or of the next few."""
    newest = last_auction(ids)
    oldest = np.maximum(newest - in_flight, 0)
    return _choose(random, ratio, hot(newest), oldest, newest - oldest + 1 + LEAD)


def _choose(random: JavaRandom, ratio: int, favourite: Numbers, lowest: Numbers, candidates: Numbers) -> Numbers:
    others = np.flatnonzero(random.below(ratio) == 0)
    chosen = favourite.copy()
    chosen[others] = lowest[others] + random.below_at(others, candidates)
    return chosen
