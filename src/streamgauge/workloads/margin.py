"""How far the records of one partition may run ahead of another's, which a watermark has to wait for.

What makes them run ahead, batches of producers and consumers, is a matter of records. So in slow event time it is a longer time.
"""

MARGIN_MS, MARGIN_EVENTS = 1_000, 1_000


def margin_ms(events_per_second: int) -> int:
    """The time that the events take by which one partition may be ahead.

    >>> margin_ms(40_000), margin_ms(10)
    (1000, 100000)
    """
    return max(MARGIN_MS, -(-MARGIN_EVENTS * 1_000 // events_per_second))
