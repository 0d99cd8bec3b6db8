"""The two marks that travel with every record, beside the columns of the flow.

*Intended time*: when the input record should have been sent, in milliseconds since 1970. Filters and explodes keep it,
aggregates take the newest. It gives latency on every engine alike.

*Origin*: where a record comes from: source partition, source offset, and one ordinal for each explode on the way. It
lives inside a stateless flow, orders its output and identifies its rows; an aggregate ends it.
"""

INTENDED_TIME = "_t"
ORIGIN = "_o"

# A record that ends its partition of a finite input: an object with this field alone, a time past every window and delay.
# It moves the watermark, so that the last windows close, and is part of no row.
END_OF_INPUT = "_end"

# The first element of `_event`, by which an answer names a row that has no key of its own, is the input's event number;
# the ordinals follow. Unlike the origin it does not depend on how the input was spread over partitions.
EVENT = "_event"

# How often a row occurs in an answer whose rows nothing tells apart.
COPIES = "_copies"
