from streamgauge.flow import (
    LONG,
    STRING,
    Aggregate,
    Emission,
    Filter,
    Flow,
    Join,
    JoinKind,
    Repartition,
    RepartitionKind,
    Schema,
    Select,
    Sink,
    Source,
    Union,
    WireFormat,
)
from streamgauge.flow.trace import operations

READINGS = Source(Schema.of(key=STRING, value=LONG), WireFormat.JSON, event_time="value", watermark_delay_ms=0, name="readings")


def told(flow: Flow) -> list[tuple[str, bool]]:
    return [(each.name, each.exchanges) for each in operations(flow)]


def test_every_step_is_an_operation_and_the_source_is_two() -> None:
    spread = Repartition(Filter(READINGS, "value > 1", name="large"), RepartitionKind.ROUND_ROBIN, 2, name="spread")
    flow = Flow("flow", Sink(Aggregate(spread, ("key",), {"n": "count(*)"}, Emission.UPDATE, name="counts")))
    assert told(flow) == [
        ("receive", False),
        ("parse", False),
        ("large", False),
        ("spread", True),
        ("counts", True),
        ("sink", False),
    ]


def test_each_has_a_stamp_of_its_own_but_the_last() -> None:
    flow = Flow("flow", Sink(Filter(READINGS, "value > 1")))
    assert [each.stamp for each in operations(flow)] == ["_at0", "_at1", "_at2", None]


def test_what_only_some_records_pass_counts_for_the_step_where_the_branches_meet() -> None:
    low, high = Filter(READINGS, "value < 5", name="low"), Filter(READINGS, "value >= 5", name="high")
    flow = Flow("flow", Sink(Select(Union(low, high, name="both"), {"key": "key"}, name="keys")))
    assert [name for name, _ in told(flow)] == ["receive", "parse", "both", "keys", "sink"]


def test_a_shuffle_in_a_branch_is_one_of_the_meeting_step() -> None:
    low = Repartition(Filter(READINGS, "value < 5", name="low"), RepartitionKind.ROUND_ROBIN, 2, name="spread")
    high = Filter(READINGS, "value >= 5", name="high")
    assert ("both", True) in told(Flow("flow", Sink(Union(low, high, name="both"))))


def test_a_join_exchanges() -> None:
    low = Select(Filter(READINGS, "value < 5", name="low"), {"key": "key", "below": "value"}, name="left")
    high = Select(Filter(READINGS, "value >= 5", name="high"), {"other": "key", "above": "value"}, name="right")
    pairs = Join(low, high, on={"key": "other"}, how=JoinKind.INTERVAL, before_ms=10, after_ms=10, name="pairs")
    assert told(Flow("flow", Sink(pairs))) == [("receive", False), ("parse", False), ("pairs", True), ("sink", False)]
