"""How many events of each kind there are, and how far ahead of what exists they may name others.

Of every 50 events one is a person, three are auctions and 46 are bids, in that order.
"""

PERIOD = 50
PERSONS, AUCTIONS = 1, 3
LEAD = 10  # so many ids that do not exist yet may be named
