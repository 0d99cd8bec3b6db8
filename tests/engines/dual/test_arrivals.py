"""Which partitions of an input get records."""

from streamgauge.engines.dual.spark.arrivals import Arrivals


def test_a_partition_that_has_got_none_for_a_while_is_noticed() -> None:
    now_s = 10.0
    arrivals = Arrivals(clock=lambda: now_s)
    assert arrivals.are_everywhere  # as far as is known
    arrivals.seen((5, 5))
    assert not arrivals.are_everywhere
    arrivals.seen((6, 6))
    assert arrivals.are_everywhere
    now_s = 10.8
    arrivals.seen((7, 6))
    assert arrivals.are_everywhere
    now_s = 11.2
    assert not arrivals.are_everywhere


def test_ends_of_a_while_ago_are_forgotten() -> None:
    arrivals = Arrivals()
    arrivals.seen((5,))
    arrivals.forget()
    assert arrivals.ends == ()
    arrivals.seen((9,))  # nobody knows when these came
    assert not arrivals.are_everywhere
