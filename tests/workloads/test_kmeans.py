"""KMeans: it converges, the reference is the plain loop, and feeding back later changes little."""

import json

import numpy as np
import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.errors import RequestError
from streamgauge.flow import Iterate
from streamgauge.flow.answer import Answer, AnswerShape, compare
from streamgauge.flow.flaws import Flaw, FlowError
from streamgauge.flow.steps.iterate import TOLERANCE
from streamgauge.workloads.base import ConfiguredWorkload
from streamgauge.workloads.kmeans import WORKLOADS

KMEANS = WORKLOADS[0]


def configured(seed: int = 1, **given: str) -> ConfiguredWorkload:
    return KMEANS.configured(given, seed)


def iterate(workload: ConfiguredWorkload) -> Iterate:
    step = workload.flow.sink.upstream
    assert isinstance(step, Iterate)
    return step


def distance(workload: ConfiguredWorkload, points: int) -> float:
    ((seen, found),) = evaluate(workload.flow, workload.stream.records(0, points)).rows.values()
    assert seen == points
    return float(found)


def batched(workload: ConfiguredWorkload, points: int) -> float:
    """The same by numpy, with feedback only after as many points as an engine may take in at once."""
    step = iterate(workload)
    every = np.array([list(json.loads(record).values()) for record in workload.stream.records(0, points)])
    goals, places = (np.array([row[1:] for row in table.rows]) for table in (step.goals, step.start))
    weights, start = np.ones(len(places)), 0
    while start < points:
        some = every[start : start + step.most_rows(start)]
        nearest = ((some[:, None] - places[None]) ** 2).sum(axis=2).argmin(axis=1)
        counts = np.bincount(nearest, minlength=len(places))
        sums = np.stack([np.bincount(nearest, weights=column, minlength=len(places)) for column in some.T], axis=1)
        places = (places * weights[:, None] + sums) / (weights + counts)[:, None]
        weights += counts
        start += len(some)
    return float(np.linalg.norm(places[:, None] - goals[None], axis=2).min(axis=1).mean())


@pytest.mark.parametrize("given", [{}, {"dimensions": "4", "centres": "20"}], ids=str)
def test_the_reference_is_the_loop_that_feeds_back_at_every_point(given: dict[str, str]) -> None:
    workload = configured(seed=2, **given)
    found = iterate(workload).centroids()
    for record in workload.stream.records(0, 500):
        point = list(json.loads(record).values())
        found.add(found.nearest(point), point)
    assert distance(workload, 500) == found.distance


def test_it_converges() -> None:
    distances = [distance(configured(), points) for points in (1, 500, 2_000, 10_000)]
    assert distances == sorted(distances, reverse=True)
    assert distances[0] > 2
    assert distances[-1] < 0.5


@pytest.mark.parametrize("seed", [1, 3, 5, 7])
def test_feeding_back_later_stays_within_the_tolerance(seed: int) -> None:
    workload = configured(seed)
    for points in (2_000, 5_000):
        assert batched(workload, points) == pytest.approx(distance(workload, points), rel=TOLERANCE / 2)


def test_answers_are_compared_with_the_tolerance() -> None:
    shape = AnswerShape.of(configured().flow)

    def one(points: int, found: float) -> Answer:
        answer = Answer(shape)
        answer.add({"points": points, "distance": found})
        return answer

    expected = one(1_000, 0.2)
    assert compare(expected, one(1_000, 0.219)).equal
    assert not compare(expected, one(1_000, 0.221)).equal
    assert not compare(expected, one(999, 0.2)).equal


def test_a_row_without_a_coordinate_is_no_point() -> None:
    workload = configured()
    records = [b'{"x0":1.5}', b'{"x0":1.5,"x1":2}', b"{}"]
    answer = evaluate(workload.flow, records)
    assert [points for points, _ in answer.rows.values()] == [1]
    assert answer.broken == [0, 2]


def test_refusals() -> None:
    step = iterate(configured())
    with pytest.raises(FlowError) as refused:
        Iterate(step.upstream, ("x0", "y"), step.start, step.goals)
    assert refused.value.flaw is Flaw.UNKNOWN_COLUMN
    with pytest.raises(FlowError) as refused:
        Iterate(step.upstream, ("x0",), step.start, step.goals)
    assert refused.value.flaw is Flaw.BAD_TABLE
    with pytest.raises(FlowError) as refused:
        Iterate(step.upstream, step.columns, step.start, step.goals, feedback=0)
    assert refused.value.flaw is Flaw.WRONG_ARGUMENTS
    with pytest.raises(FlowError) as refused:
        Iterate(step, (), step.start, step.goals)
    assert refused.value.flaw in (Flaw.NOT_INSERTS, Flaw.BAD_TABLE)
    with pytest.raises(RequestError, match="found room"):
        configured(centres="900")
