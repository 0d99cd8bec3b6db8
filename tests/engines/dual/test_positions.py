"""How far the consumers of a part are, all partitions together."""

from streamgauge.engines.dual.spark.positions import reached


def test_a_lead_from_before_a_trim_hides_no_queue() -> None:
    """Of partition 0 the first 900 records were trimmed; in partition 1 there wait 490."""
    assert reached({0: 900, 1: 0}, begins=[900, 0], leads={0: 950, 1: 10}, ends=[1_000, 500]) == 1_010


def test_without_ends_a_lead_is_believed() -> None:
    assert reached({0: 5}, begins=[0, 0], leads={0: 3, 1: 10}, ends=()) == 15


def test_a_partition_that_is_new_counts() -> None:
    assert reached({2: 7}, begins=[0, 0], leads={0: 3, 3: 2}, ends=[9, 9, 9, 1]) == 3 + 7 + 1
