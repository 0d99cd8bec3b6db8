"""AdvClick: which advertisements were clicked, and when? (seed work 000)

A click belongs to its advertisement from a little before it is shown (clocks and partitions differ) until its time is over.
There is at most one of each, so that an aggregate can say the same as a join: it waits until both are there. It needs no join
of two streams, which real-time mode has not; but it never forgets an advertisement.
"""

from streamgauge.flow import (
    LONG,
    STRING,
    Aggregate,
    Filter,
    Flow,
    Join,
    JoinKind,
    Schema,
    Select,
    Sink,
    Source,
    Step,
    WireFormat,
)
from streamgauge.flow.answer import Answer
from streamgauge.streams.advclick import AdvClick
from streamgauge.workloads.base import Unit, Workload
from streamgauge.workloads.margin import margin_ms
from streamgauge.workloads.properties import Choice, Integers, Numbers, Property, Values

PRESETS = {"20s/5s": (20_000, 5_000), "60s/30s": (60_000, 30_000)}

_BY_PRESET = -1

_PROPERTIES = (
    Property(
        "method",
        "join",
        Choice(("join", "outer", "aggregate")),
        "join: a row for each click in time; outer: one for each click, without an advertisement where it came too late, once "
        "that is certain; aggregate: one for each advertisement that was shown and clicked, which says whether it was in time",
    ),
    Property("preset", "20s/5s", Choice(tuple(PRESETS)), "how long a click may come after its advertisement, and before it"),
    Property("after_ms", _BY_PRESET, Integers(_BY_PRESET, 3_600_000), "the first of these; -1: as the preset says"),
    Property("before_ms", _BY_PRESET, Integers(_BY_PRESET, 3_600_000), "the second; both together are what a join must keep"),
    Property("click_share", 0.3, Numbers(0, 1), "share of the advertisements that are clicked: rows by advertisement"),
    Property("delay_ms", 10_000, Integers(0, 600_000), "mean time from an advertisement to its click"),
    Property("delay_deviation_ms", 1_000, Integers(0, 60_000), "its standard deviation: how many clicks are too late or early"),
    Property("disorder_ms", 0, Integers(0, 60_000), "how far records are out of order; the watermark waits as long"),
    Property("ads_per_second", 1_000, Integers(1, 1_000_000), "of event time: how many advertisements wait for a click"),
)


def _stream(values: Values, seed: int) -> AdvClick:
    names = ("ads_per_second", "click_share", "delay_ms", "delay_deviation_ms", "disorder_ms")
    return AdvClick(seed=seed, **{name: values[name] for name in names})


def _flow(values: Values, _: int) -> Flow:
    events = Source(
        Schema.of(kind=STRING, ad=STRING, at=LONG),
        WireFormat.JSON,
        event_time="at",
        watermark_delay_ms=margin_ms(values["ads_per_second"]) + values["disorder_ms"],
        name="events",
    )
    after_ms, before_ms = (
        by_preset if given == _BY_PRESET else given
        for given, by_preset in zip((values["after_ms"], values["before_ms"]), PRESETS[values["preset"]], strict=True)
    )
    if values["method"] == "aggregate":
        return Flow("advclick", Sink(_by_aggregate(events, after_ms, before_ms)))
    return Flow("advclick", Sink(_by_join(events, after_ms, before_ms, is_outer=values["method"] == "outer"), identity=("ad",)))


def _by_join(events: Source, after_ms: int, before_ms: int, *, is_outer: bool) -> Step:
    clicks = Select(Filter(events, "kind = 'click'", name="clicks"), {"ad": "ad", "clicked_at": "at"}, name="clicked")
    shown = Select(Filter(events, "kind = 'shown'", name="ads"), {"shown_ad": "ad", "shown_at": "at"}, name="shown")
    pairs = Join(
        clicks, shown, (("ad", "shown_ad"),), JoinKind.INTERVAL,
        before_ms=after_ms, after_ms=before_ms, outer=is_outer, name="clicks-of-ads",
    )  # fmt: skip
    return Select(pairs, {"ad": "ad", "shown_at": "shown_at", "clicked_at": "clicked_at"}, name="joined")


def _by_aggregate(events: Source, after_ms: int, before_ms: int) -> Step:
    times = {f"{kind}_at": f"case when kind = '{word}' then at end" for kind, word in (("shown", "shown"), ("clicked", "click"))}
    apart = Select(events, {"ad": "ad"} | times, name="apart")
    measures = {"shown_at": "min(shown_at)", "clicked_at": "min(clicked_at)"}
    together = Aggregate(apart, ("ad",), measures, name="together")
    both = Filter(together, "shown_at is not null and clicked_at is not null", name="both")
    in_time = f"clicked_at - shown_at between -{before_ms} and {after_ms}"
    columns = {"ad": "ad", "shown_at": "shown_at", "clicked_at": "clicked_at", "is_in_time": in_time}
    return Select(both, columns, name="joined")


def joined_clicks(answer: Answer, _: int) -> int:
    """The clicks that found their advertisement in time."""
    return sum(row["shown_at"] is not None and row.get("is_in_time", True) for row in answer)


WORKLOADS = (
    Workload(
        name="advclick",
        summary="bring each click together with the advertisement that was shown up to 20 s before it, or 5 s after it",
        seed_work="000 StreamBench",
        wire="json: kind (shown or click), ad (a UUID), at (ms)",
        unit=Unit("joined clicks", joined_clicks),
        properties=_PROPERTIES,
        make_stream=_stream,
        make_flow=_flow,
        shipped_events=10_000,
    ),
)
