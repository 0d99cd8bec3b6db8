"""Centroids: the mean of their points, one by one or as sums."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.flow.centroids import Centroids

PLACE = st.tuples(st.floats(-100, 100), st.floats(-100, 100))


@given(st.lists(PLACE, min_size=1, max_size=6), st.lists(PLACE, max_size=30))
def test_a_centroid_is_the_mean_of_its_points(places: list[tuple[float, ...]], points: list[tuple[float, ...]]) -> None:
    found = Centroids(places, places)
    own = [[place] for place in places]
    for point in points:
        centroid = found.nearest(point)
        assert dist(found.places[centroid], point) == pytest.approx(min(dist(place, point) for place in found.places))
        found.add(centroid, point)
        own[centroid].append(point)
    for place, members in zip(found.places, own, strict=True):
        assert place == pytest.approx([sum(values) / len(members) for values in zip(*members, strict=True)], abs=1e-9)
    assert found.points == len(points)


@given(PLACE, st.lists(PLACE, min_size=1, max_size=20))
def test_sums_are_as_good_as_points(place: tuple[float, ...], points: list[tuple[float, ...]]) -> None:
    one_by_one, at_once = Centroids([place], [place]), Centroids([place], [place])
    for point in points:
        one_by_one.add(0, point)
    at_once.add(0, [sum(values) for values in zip(*points, strict=True)], len(points))
    assert at_once.places[0] == pytest.approx(one_by_one.places[0], abs=1e-9)
    assert at_once.distance == pytest.approx(one_by_one.distance, abs=1e-9)


def test_distance_is_that_to_the_nearest_goal_in_the_mean() -> None:
    found = Centroids([(0.0, 0.0), (10.0, 0.0)], goals=[(3.0, 4.0), (10.0, 1.0)])
    assert found.distance == (5 + 1) / 2
    found.add(1, (10.0, 2.0))
    assert found.distance == 5 / 2


def test_of_two_that_are_equally_near_the_first_wins() -> None:
    assert Centroids([(5.0,), (1.0,), (3.0,)], [(0.0,)]).nearest((2.0,)) == 1


def test_it_can_be_kept() -> None:
    found = Centroids([(0.0,), (9.0,)], [(1.0,)])
    found.add(0, (2.0,))
    kept = found.to_data()
    again = Centroids(kept["places"], [(1.0,)], kept["weights"], kept["points"])
    again.add(0, (4.0,))
    found.add(0, (4.0,))
    assert (again.places, again.points, again.distance) == (found.places, found.points, found.distance)
