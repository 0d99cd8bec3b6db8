"""Flows in parts: where they are cut and why, what the topics hold, and that the answer stays the same."""

import os

import pytest
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis import strategies as st

from streamgauge.engines.dual.cuts import CutRule
from streamgauge.engines.dual.parts import Part, parts_of, slots_needed
from streamgauge.engines.spark.support import MICROBATCH_SUPPORT, REALTIME_SUPPORT
from streamgauge.engines.support import Verdict
from streamgauge.errors import DataError
from streamgauge.flow import (
    STRING,
    Aggregate,
    Dedup,
    Emission,
    Explode,
    Filter,
    Flow,
    JoinKind,
    Repartition,
    RepartitionKind,
    Schema,
    Select,
    Sink,
    Source,
    Tumbling,
)
from streamgauge.flow.json_form import from_json, to_json
from streamgauge.flow.marks import INTENDED_TIME, ORIGIN
from streamgauge.workloads import load_workload
from tests.flow.event_flows import FLOWS, events, in_order, joined, out_of_order
from tests.flow.flows import lines, long_words, word_counts
from tests.oracle.random_flows import random_case

from .chain import assert_same_answer

AUTO, EVERY, ONE = CutRule.AUTO, CutRule.EVERY, CutRule.ONE
GIVEN = os.environ.get("STREAMGAUGE_RANDOM_FLOWS")


def workload(name: str, **properties: str) -> Flow:
    return load_workload(name).configured(properties, seed=1).flow


def steps(parts: tuple[Part, ...]) -> list[tuple[str, ...]]:
    return [part.steps for part in parts]


def test_one_part_is_the_flow_itself() -> None:
    flow = workload("ysb")
    (part,) = parts_of(flow, ONE)
    assert part.flow is flow
    assert (part.reads, part.writes, part.stays, part.notes) == (None, None, "", ())


def test_wordcount_is_cut_behind_the_split() -> None:
    split, count = parts_of(workload("wordcount"), AUTO)
    assert steps((split, count)) == [("sentences", "words"), ("counts", "sink")]
    assert count.reason == "words makes many records of one, and what follows keeps state"
    assert split.writes is count.reads
    assert count.reads is not None
    assert str(count.reads.schema) == "word STRING"  # not the sentence, ten times
    assert (split.is_ordered, count.is_ordered) == (True, False)


@pytest.mark.parametrize("name", ["ysb", "grep"])
def test_where_a_cut_brings_nothing_there_is_none(name: str) -> None:
    assert len(parts_of(workload(name), AUTO)) == 1


def test_working_out_the_key_of_a_lookup_is_part_of_the_lookup() -> None:
    parts = parts_of(workload("ysb", join_work="5"), EVERY)
    assert steps(parts) == [("events",), ("views",), ("ads",), ("searched", "campaigns"), ("counts",), ("sink",)]
    assert parts[3].notes == ("searched, campaigns stay together: a projection that works out the key of a lookup is part of it",)


def test_ysb_in_its_six_operations() -> None:
    parts = parts_of(workload("ysb"), EVERY)
    assert steps(parts) == [("events",), ("views",), ("ads",), ("campaigns",), ("counts",), ("sink",)]
    hops = [part.reads for part in parts[1:]]
    assert [str(hop.schema) for hop in hops if hop] == [
        "ad_id STRING, event_type STRING, event_time_ms LONG",
        "ad_id STRING, event_time_ms LONG",
        "ad_id STRING, event_time_ms LONG",
        "campaign STRING, event_time_ms LONG",
        "campaign STRING, window_start LONG, window_end LONG, count LONG",
    ]
    counts = parts[4].flow.source
    assert (counts.event_time, counts.watermark_delay_ms) == ('"event_time_ms"', workload("ysb").source.watermark_delay_ms)
    assert [part.is_ordered for part in parts] == [True] * 4 + [False, True]


def test_updates_of_a_key_stay_in_one_partition_up_to_the_output() -> None:
    counts, store = parts_of(workload("wordcount"), EVERY)[-2:]
    assert counts.flow.sink.identity == store.flow.sink.identity == ("word",)


def test_a_step_that_real_time_mode_never_runs_gets_a_part_that_stays() -> None:
    before, final = parts_of(workload("ysb", emission="final"), AUTO)
    assert before.steps == ("events", "views", "ads", "campaigns")
    assert final.steps == ("counts", "sink")
    assert (before.stays, final.stays) == ("", "counts: real-time mode has no append mode: it writes every update")
    assert final.stays in final.reason


def test_what_follows_such_a_step_may_run_again() -> None:
    total = Aggregate(joined(JoinKind.UNBOUNDED), ("key",), {"pairs": "count(*)"})
    parts = parts_of(Flow("pairs", Sink(total)), AUTO)
    assert [part.steps[-1] for part in parts] == ["join", "sink"]
    assert [bool(part.stays) for part in parts] == [True, False]
    assert parts[1].reason == "from here on the data stream can run the flow again"


def test_two_streams_stay_in_one_part() -> None:
    parts = parts_of(FLOWS["union"], EVERY)
    assert steps(parts) == [("events",), ("big", "small", "union"), ("sink",)]
    assert parts[1].notes == ("big, small, union stay together: several streams pass, and a topic holds one",)


def test_windows_that_rows_carry_are_not_cut_off() -> None:
    (part,) = (part for part in parts_of(workload("wordcount-windowed"), EVERY) if "counts" in part.steps)
    assert part.steps == ("partial", "counts")
    assert "a later step needs the windows" in part.notes[0]


def test_updates_without_a_key_are_not_cut_off() -> None:
    total = Aggregate(lines(), (), {"n": "count(*)"}, name="total")
    parts = parts_of(Flow("total", Sink(total)), EVERY)
    assert steps(parts) == [("lines",), ("total", "sink")]


def test_arrays_are_not_cut_off() -> None:
    arrays = Select(lines(), {"words": "split(line, ' ')"}, name="arrays")
    words = Select(Explode(arrays, "words", into="word", name="words"), {"word": "word"}, name="plain")
    assert steps(parts_of(Flow("words", Sink(words)), EVERY)) == [("lines",), ("arrays", "words", "plain"), ("sink",)]


@pytest.mark.parametrize("rule", [AUTO, EVERY])
def test_a_topic_spreads_as_a_repartition_says(rule: CutRule) -> None:
    source = Source(Schema.of(line=STRING), name="lines")
    kept = Filter(source, "length(line) > 3", name="kept")
    spread = Repartition(kept, RepartitionKind.HASH, 5, ("line",), name="spread")
    counts = Aggregate(spread, ("line",), {"n": "count(*)"}, name="counts")
    parts = parts_of(Flow("spread", Sink(counts)), rule)
    writer = next(part for part in parts if "spread" in part.steps)
    assert writer.writes is not None
    assert (writer.writes.partitions, writer.flow.sink.identity) == (5, ("line",))
    assert "repartition" not in {step.kind for part in parts for step in part.flow.steps}
    assert writer.is_ordered  # no shuffle is left, so that its rows leave in order


def test_a_broadcast_stays_a_step() -> None:
    parts = parts_of(FLOWS["broadcast"], AUTO)
    assert [part.is_ordered for part in parts] == [False, True]
    assert "past a shuffle" in parts[1].reason


def test_an_explode_before_a_repartition_is_cut_once() -> None:
    words = Explode(lines(), "split(line, ' ')", into="word", name="words")
    spread = Repartition(words, RepartitionKind.ROUND_ROBIN, 2, name="spread")
    flow = Flow("once", Sink(Aggregate(spread, ("word",), {"n": "count(*)"}, name="counts")))
    assert steps(parts_of(flow, AUTO)) == [("lines", "words", "spread"), ("counts", "sink")]


def test_a_part_without_state_keeps_the_partitions_and_a_stateful_one_spreads_by_identity() -> None:
    parts = parts_of(workload("ysb"), EVERY)
    hops = [part.writes for part in parts if part.writes]
    assert [hop.keeps_partitions for hop in hops] == [True] * 4 + [False]
    assert hops[-1].spread_by == ("campaign", "window_start")


def test_event_time_does_not_pass_a_topic_behind_a_shuffle() -> None:
    spread = Repartition(events(), RepartitionKind.HASH, 2, ("key",), name="spread")
    counted = Aggregate(spread, ("key",), {"n": "count(*)"}, window=Tumbling(10_000), name="counted")
    parts = parts_of(Flow("mixed", Sink(counted)), EVERY)
    assert steps(parts) == [("events",), ("spread", "counted"), ("sink",)]
    assert "a watermark behind a topic would come too early" in parts[1].notes[0]


def test_origins_travel_where_they_name_the_rows_of_the_answer() -> None:
    keyless, keyed = parts_of(long_words(), EVERY)[2], parts_of(word_counts(), EVERY)[2]
    assert keyless.reads is not None
    assert keyed.reads is not None
    assert (keyless.reads.marks, keyless.reads.origin_ordinals) == ((INTENDED_TIME, ORIGIN), 1)
    assert keyed.reads.marks == (INTENDED_TIME,)


def test_order_is_kept_where_a_later_step_needs_it() -> None:
    ordered = {name: flow for name, flow in FLOWS.items() if flow.is_order_sensitive}
    assert ordered
    for flow in ordered.values():
        reader = parts_of(flow, EVERY)[1]
        assert reader.reads is not None
        assert reader.flow.source.partition_by == reader.reads.order_by == flow.source.partition_by


@pytest.mark.parametrize(
    ("name", "rule", "slots"),
    [
        ("wordcount", ONE, 6),  # 2 partitions of the input, 2 of the shuffle, 2 to spare
        ("wordcount", AUTO, 8),  # and 2 of the topic in between
        ("grep", ONE, 4),
        ("ysb", EVERY, 16),  # six times 2 partitions, 2 of the shuffle
    ],
)
def test_slots(name: str, rule: CutRule, slots: int) -> None:
    assert slots_needed(parts_of(workload(name), rule), input_partitions=2, shuffle_partitions=2) == slots


def test_a_name_that_the_flow_uses_is_not_taken_for_the_event_time() -> None:
    renamed = Select(events(), {"event_time_ms": "value", "key": "key"}, name="renamed")
    counted = Aggregate(renamed, ("key",), {"n": "max(event_time_ms)"}, window=Tumbling(10_000))
    hop = parts_of(Flow("renamed", Sink(counted)), EVERY)[2].reads
    assert hop is not None
    assert hop.event_time == "event_time_ms_"


@pytest.mark.parametrize("rule", list(CutRule))
@pytest.mark.parametrize("name", FLOWS)
def test_every_flow_keeps_its_answer(name: str, rule: CutRule) -> None:
    parts = parts_of(FLOWS[name], rule)
    for records in (in_order(), out_of_order()):
        assert_same_answer(FLOWS[name], parts, records)


@given(seed=st.integers(0, 2**64 - 1))
@settings(
    max_examples=int(GIVEN or 150),
    derandomize=GIVEN is None,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_random_flows_keep_their_answers(seed: int) -> None:
    case = random_case(seed)
    for rule in CutRule:
        try:
            assert_same_answer(case.flow, parts_of(case.flow, rule), case.records)
        except DataError:
            reject()  # an error in the reference: there is no answer


@given(seed=st.integers(0, 2**64 - 1))
@settings(max_examples=150, derandomize=True, deadline=None, database=None, phases=[Phase.generate])
def test_parts_are_flows_that_their_paradigms_can_run(seed: int) -> None:
    flow = random_case(seed).flow
    for rule in CutRule:
        parts = parts_of(flow, rule)
        assert [name for part in parts for name in part.steps] == [step.name for step in flow.steps]
        for part in parts:
            assert from_json(to_json(part.flow)) == part.flow
            assert part.stays or REALTIME_SUPPORT.gaps(part.flow) == []
            if rule is EVERY and len({step.emission for step in part.flow.steps if step.is_stateful}) < 2:
                assert MICROBATCH_SUPPORT.gaps(part.flow) == []


def test_final_rows_can_be_aggregated_again_in_parts() -> None:
    """One query of Spark has one output mode: as a whole this flow needs Python state, in parts it needs none."""
    totals = Aggregate(events(), ("key",), {"total": "sum(value)"}, Emission.FINAL, Tumbling(10_000), name="totals")
    by_total = Aggregate(totals, ("total",), {"keys": "count(*)"}, Emission.UPDATE, name="by-total")
    twice = Flow("twice", Sink(by_total))
    assert MICROBATCH_SUPPORT.gaps(twice) == []
    assert [reason.verdict for _, reason in REALTIME_SUPPORT.gaps(twice)] == [Verdict.NEVER]
    final, update = parts_of(twice, AUTO)
    assert (MICROBATCH_SUPPORT.gaps(final.flow), REALTIME_SUPPORT.gaps(update.flow)) == ([], [])
    assert_same_answer(twice, (final, update), in_order())


def test_a_dedup_is_a_part_of_its_own_when_every_operation_is() -> None:
    seen = Dedup(lines(), ("line",), name="seen")
    assert steps(parts_of(Flow("seen", Sink(seen)), EVERY)) == [("lines",), ("seen",), ("sink",)]
