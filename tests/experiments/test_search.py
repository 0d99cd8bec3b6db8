"""The search finds what an engine of known capacity holds, and says so when it cannot."""

import json
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from streamgauge.experiments.search import Ending, RateInterval, SearchPlan, find_rate, interval_of
from streamgauge.measure.sustained import Growth, Holds, Judgement
from tests.measure.token_bucket import TokenBucket

SURE = Growth(0.0, 0.0, 0.0)


def at_most(capacity: float) -> Callable[[int], Judgement]:
    """An engine without noise."""
    return lambda rate: Judgement(Holds.SUSTAINED if rate <= capacity else Holds.NOT_SUSTAINED, SURE)


def covers(found: RateInterval, capacity: float) -> bool:
    return found.low is not None and found.high is not None and found.low <= capacity <= found.high


@pytest.mark.parametrize(
    ("settings", "noise_floor"),
    [({}, 0.0), ({"noise": 0.02}, 0.0), ({"batch_ms": 1000}, 0.0), ({"trial_noise": 0.02}, 0.02)],
    ids=["scattering", "smooth", "in batches", "trials differ"],
)
def test_a_known_capacity_is_found(settings: dict[str, float], noise_floor: float) -> None:
    """Within 5 % in all, and covered in at least 18, of 20 seeded tries."""
    found = []
    for seed in range(20):
        random = np.random.default_rng(seed)
        capacity = random.uniform(500, 1000)
        engine = TokenBucket(random, capacity, **settings)  # type: ignore[arg-type]
        plan = SearchPlan(start=int(random.uniform(100, 2000)), noise_floor=noise_floor)
        found.append((capacity, find_rate(engine.probe, plan)))
    assert all(abs((each.middle or 0) / capacity - 1) <= 0.05 for capacity, each in found)
    assert sum(covers(each, capacity) for capacity, each in found) >= 18
    assert sum(each.ending is Ending.FOUND for _, each in found) >= 19


@pytest.mark.parametrize("capacity", [1, 7, 41_283, 9_999_999])
@pytest.mark.parametrize("start", [1, 5_000, 10_000_000])
def test_without_noise_the_ends_are_probed_rates_as_close_as_asked_for(capacity: int, start: int) -> None:
    found = find_rate(at_most(capacity), SearchPlan(start, most_probes=60))
    assert covers(found, capacity)
    assert found.high is not None
    assert found.low is not None
    assert found.relative_width is not None
    assert found.relative_width <= 0.08 or found.high - found.low == 1
    tried = Counter(each.rate for each in found.probes)
    assert tried[round(found.low)] >= 2 or found.high - found.low == 1
    assert len(found.probes) < 60


@pytest.mark.parametrize("capacity", [4_000, 30_000, 45_000, 152_000, 200_000])
def test_a_bad_guess_costs_few_probes(capacity: int) -> None:
    """What a quick plan asks for: a factor of 1.5, and each end twice."""
    found = find_rate(at_most(capacity), SearchPlan(start=30_000, step=1.5, width=0.5, most_probes=8))
    assert found.ending is Ending.FOUND
    assert covers(found, capacity)


def test_where_the_generator_is_too_slow_there_is_no_upper_end() -> None:
    engine = TokenBucket(np.random.default_rng(1), capacity=1000, generator_limit=600)
    found = find_rate(engine.probe, SearchPlan(start=200))
    assert found.ending is Ending.AT_LEAST
    assert found.high is None
    assert found.low is not None
    assert 500 < found.low <= 600
    assert found.middle is None
    assert "the sender was late" in [each.judgement.reason for each in found.probes]


def test_a_slow_generator_above_the_limit_is_no_matter() -> None:
    engine = TokenBucket(np.random.default_rng(1), capacity=1000, generator_limit=1200)
    found = find_rate(engine.probe, SearchPlan(start=200))
    assert found.ending is Ending.FOUND
    assert covers(found, 1000)


def test_a_probe_that_is_inconclusive_once_is_repeated() -> None:
    answers = iter([Judgement.inconclusive("disturbed")])
    found = find_rate(lambda rate: next(answers, at_most(800)(rate)), SearchPlan(start=1000))
    assert [each.rate for each in found.probes[:2]] == [1000, 1000]
    assert found.ending is Ending.FOUND
    assert covers(found, 800)


def test_above_rates_at_which_the_engine_is_unsteady_the_upper_end_is_found() -> None:
    unsteady = Judgement(Holds.INCONCLUSIVE, Growth(0.05, -0.06, 0.17), reason="up and down")

    def probe(rate: int) -> Judgement:
        return unsteady if 900 < rate < 1200 else at_most(1000)(rate)

    found = find_rate(probe, SearchPlan(start=800, step=1.4))
    assert found.ending is Ending.WIDE
    assert 800 <= (found.low or 0) <= 900
    assert found.high is not None
    assert found.high >= 1200
    assert [each.rate for each in found.probes].count(int(found.high)) == 2


@pytest.mark.parametrize(("wrong_rate", "wrong"), [(1000, Holds.NOT_SUSTAINED), (1410, Holds.SUSTAINED)])
def test_one_wrong_probe_is_found_out(wrong_rate: int, wrong: Holds) -> None:
    """At 1,000 an engine that holds 1,300 stumbles, or at 1,410 it seems to hold; once."""
    mistakes = [wrong_rate]

    def probe(rate: int) -> Judgement:
        if rate in mistakes:
            mistakes.remove(rate)
            return Judgement(wrong, SURE)
        return at_most(1300)(rate)

    found = find_rate(probe, SearchPlan(start=1000))
    assert not mistakes
    assert covers(found, 1300)


def test_rates_whose_probes_disagree_lie_within() -> None:
    """Probed again, the engine holds 1,100 instead of 900: no interval of 8 % can stand."""
    tried: Counter[int] = Counter()

    def probe(rate: int) -> Judgement:
        tried[rate] += 1
        return at_most(900 if tried[rate] % 2 else 1100)(rate)

    found = find_rate(probe, SearchPlan(start=1000, most_probes=60))
    assert found.ending is Ending.WIDE
    assert covers(found, 900)
    assert covers(found, 1100)
    assert (found.relative_width or 0) < 0.35


def test_what_the_probes_cannot_see_widens_the_interval() -> None:
    growth = Growth(0.0, -0.03, 0.03)
    found = find_rate(lambda rate: Judgement(at_most(1000)(rate).holds, growth), SearchPlan(start=1000, noise_floor=0.02))
    sure = find_rate(at_most(1000), SearchPlan(start=1000))
    assert found.low == pytest.approx((sure.low or 0) * 0.97 / 1.02)
    assert found.high == pytest.approx((sure.high or 0) * 1.02)


def test_nothing_is_held() -> None:
    found = find_rate(at_most(0), SearchPlan(start=8))
    assert (found.low, found.high, found.ending) == (None, 1.0, Ending.NOTHING_HELD)


def test_nothing_is_conclusive() -> None:
    found = find_rate(lambda _: Judgement.inconclusive("disturbed"), SearchPlan(start=8))
    assert (found.low, found.high, found.ending) == (None, None, Ending.INCONCLUSIVE)


def test_everything_is_held() -> None:
    found = find_rate(at_most(np.inf), SearchPlan(start=1000, highest=5000))
    assert (found.low, found.high, found.ending) == (5000, None, Ending.UNFINISHED)


@pytest.mark.parametrize("most", range(4, 9))
def test_the_last_probes_make_the_ends_stand(most: int) -> None:
    found = find_rate(at_most(1000), SearchPlan(start=300, most_probes=most))
    assert found.ending is (Ending.UNFINISHED if most == 4 else Ending.WIDE)
    assert len(found.probes) == most
    assert covers(found, 1000)


def test_an_engine_that_now_holds_a_rate_and_now_does_not_has_ends_all_the_same() -> None:
    """As it went with WordCount in real-time mode on a busy machine: what is certain lies further apart than asked for."""
    swaying, unsteady = iter([True, False]), Judgement(Holds.INCONCLUSIVE, Growth(0.05, -0.06, 0.17), reason="up and down")

    def probe(rate: int) -> Judgement:
        if 9_000 < rate < 11_000:
            return unsteady
        return at_most(20_000 if 11_000 <= rate < 13_000 and next(swaying, False) else 8_500)(rate)

    found = find_rate(probe, SearchPlan(start=8_000, step=1.5, width=0.5, most_probes=8))
    assert found.ending is Ending.WIDE
    assert (found.low, found.high) == (8_000, 18_000)


def test_an_interrupted_search_still_shows_something() -> None:
    whole = find_rate(at_most(1000), SearchPlan(start=100))
    part = interval_of(whole.probes[:6], SearchPlan(start=100))
    assert (part.low, part.high, part.ending) == (800, 1130, Ending.UNFINISHED)
    assert interval_of([], SearchPlan(start=100)) == RateInterval(None, None, Ending.INCONCLUSIVE, ())


def test_every_probe_is_kept_as_plain_data() -> None:
    found = find_rate(at_most(1000), SearchPlan(start=1000))
    data = json.loads(json.dumps(found.to_data(), allow_nan=False))
    assert [each["rate"] for each in data["probes"]] == [each.rate for each in found.probes]
    assert (data["low"], data["high"]) == (found.low, found.high)
