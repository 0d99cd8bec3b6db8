"""Records beyond the watermark's delay: engines drop them differently, but within bounds that can be stated.

The reference, reading everything in one order, drops a record as soon as its window is over: no engine may drop more. Nobody
can count more than there is.
"""

from dataclasses import replace

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.flow import Aggregate, Emission, Flow, Sink, Source, Tumbling
from tests.flow.event_flows import event, events

from .opened import OpenEngine

pytestmark = pytest.mark.slow

START_MS = 1_436_918_400_000


def counts(emission: Emission, delay_ms: int) -> Flow:
    source: Source = replace(events(), watermark_delay_ms=delay_ms)
    return Flow("late", Sink(Aggregate(source, ("key",), {"n": "count(*)"}, emission, Tumbling(1_000))))


def very_late() -> list[bytes]:
    """Every fifth record comes up to twenty seconds after its time."""
    return [event(n, START_MS + n * 97 - (n * 6151 % 20_000 if n % 5 == 0 else 0)) for n in range(400)]


@pytest.mark.parametrize("emission", [Emission.UPDATE, Emission.FINAL], ids=lambda emission: emission.value)
def test_late_records_are_dropped_within_bounds(open_engine: OpenEngine, emission: Emission) -> None:
    flow = counts(emission, delay_ms=500)
    if not open_engine.engine.support.for_emission(emission):
        assert open_engine.engine.name == "spark-realtime"
        return
    fewest = evaluate(flow, very_late()).rows
    most = evaluate(counts(emission, delay_ms=1_000_000), very_late()).rows
    assert sum(n for _, n in fewest.values()) < sum(n for _, n in most.values()) == 400
    _, collector = open_engine.run(flow, very_late())
    seen = collector.answer.rows
    assert fewest.keys() <= seen.keys() <= most.keys()
    for identity, (_, n) in seen.items():
        assert fewest.get(identity, (0, 0))[1] <= n <= most[identity][1], identity
