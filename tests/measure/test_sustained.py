"""Whether a rate is held, by an engine whose capacity is known."""

import json

import numpy as np
import pytest

from streamgauge.measure.series import Series
from streamgauge.measure.sustained import Growth, Holds, Judgement, judge

from .token_bucket import TokenBucket


def series(backlog: list[float], latency_ms: list[float], offered: int = 100) -> Series:
    counts = np.full(len(backlog), offered)
    values = np.array(backlog)
    return Series(0, counts, counts, values, values, {"p50": np.array(latency_ms)})


def verdicts(share: float, **settings: float) -> list[Judgement]:
    """Forty probes at a share of the capacity."""
    engine = TokenBucket(np.random.default_rng(5), capacity=1000, **settings)  # type: ignore[arg-type]
    return [engine.probe(round(1000 * share)) for _ in range(40)]


@pytest.mark.parametrize("batch_ms", [1, 1000, 1370, 2900])
@pytest.mark.parametrize("share", [0.5, 0.9, 0.97])
def test_below_the_capacity_a_rate_is_held(share: float, batch_ms: int) -> None:
    assert sum(each.holds is Holds.SUSTAINED for each in verdicts(share, batch_ms=batch_ms)) >= 38


@pytest.mark.parametrize("batch_ms", [1, 1000, 1370, 2900])
@pytest.mark.parametrize("share", [1.07, 1.2, 3])
def test_above_the_capacity_it_is_not(share: float, batch_ms: int) -> None:
    assert sum(each.holds is Holds.NOT_SUSTAINED for each in verdicts(share, batch_ms=batch_ms)) >= 38


@pytest.mark.parametrize("share", [0.9, 1.0, 1.02, 1.1])
def test_the_upper_bound_covers_what_the_engine_is_good_for(share: float) -> None:
    """One-sided bounds of 95 %: of forty, 38 are expected to."""
    assert sum(share * each.share_held <= 1 for each in verdicts(share)) >= 34


def test_growth_is_the_share_by_which_it_falls_behind() -> None:
    judgement = judge(series([4.0 * second for second in range(24)], [40.0 * second for second in range(24)]))
    assert judgement.backlog_growth is not None
    assert judgement.latency_growth is not None
    assert judgement.backlog_growth.share == pytest.approx(0.04)
    assert judgement.latency_growth.share == pytest.approx(0.04)
    assert judgement.share_held == pytest.approx(0.96)


@pytest.mark.parametrize(
    ("backlog", "latency_ms", "holds"),
    [
        ([50.0] * 24, [20.0] * 24, Holds.SUSTAINED),
        ([50.0 - second for second in range(24)], [20.0] * 24, Holds.SUSTAINED),
        ([0.3 * second for second in range(24)], [20.0] * 24, Holds.SUSTAINED),
        ([2.0 * second for second in range(24)], [20.0] * 24, Holds.NOT_SUSTAINED),
        ([50.0] * 24, [20.0 * second for second in range(24)], Holds.NOT_SUSTAINED),
        ([50.0] * 24, [np.nan] * 24, Holds.SUSTAINED),
        ([2.0 * second for second in range(24)], [np.nan] * 24, Holds.NOT_SUSTAINED),
        ([0.0, 100, 200, 300] * 6, [500.0, 400, 300, 200] * 6, Holds.SUSTAINED),
        ([50.0] * 20 + [500.0] * 4, [20.0] * 24, Holds.INCONCLUSIVE),
        ([50.0] * 9, [20.0] * 9, Holds.INCONCLUSIVE),
    ],
    ids=[
        *("level", "shrinking", "by a third of a percent", "growing", "latency grows"),
        *("no latency", "no output", "in batches", "a jump at the end", "short"),
    ],
)
def test_shapes(backlog: list[float], latency_ms: list[float], holds: Holds) -> None:
    assert judge(series(backlog, latency_ms)).holds is holds


def test_nothing_offered_proves_nothing() -> None:
    assert judge(series([0.0] * 24, [np.nan] * 24, offered=0)).holds is Holds.INCONCLUSIVE


def test_plain_data() -> None:
    judgement = Judgement(Holds.SUSTAINED, Growth(0.0, -0.01, 0.01))
    assert json.loads(json.dumps(judgement.to_data())) == {
        "holds": "sustained",
        "backlog_growth": {"share": 0.0, "low": -0.01, "high": 0.01},
        "latency_growth": None,
        "reason": "",
    }
    assert Judgement.inconclusive("the sender was late").share_held == 0
