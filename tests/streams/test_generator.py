"""The generator: golden values, and the plain-integer twin on random input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.streams import generator

from . import twin

WORDS_64 = st.integers(0, 2**64 - 1)


def test_golden_values() -> None:
    key = generator.stream_key(1, "sentences")
    keys = generator.event_keys(key, 0, 2)
    assert generator.fnv1a("sentences") == 0x149B7D4FFE5F1D85
    assert key == 0xE67CA6D5462F5F2B
    assert keys.tolist() == [0xA1887DC5FD74D0ED, 0xF194C50EC10E91AF]
    assert generator.draw(keys, 0).tolist() == [0x010F6EE8077FE14E, 0x0B3C7FE21D06A7A8]
    assert generator.draw(keys, 3).tolist() == [0xAB64C1FD48E7F33C, 0x97EA327A75699A68]


def test_first_outputs_of_splitmix64_from_state_zero() -> None:
    """The published sequence: what any splitmix64 gives from state 0."""
    state_zero = np.zeros(1, dtype=np.uint64)
    drawn = [int(generator.draw(state_zero, number)[0]) for number in range(3)]
    assert drawn == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@given(seed=WORDS_64, name=st.text(max_size=20), event=st.integers(0, 2**63), number=st.integers(0, 2000))
def test_twin_agrees(seed: int, name: str, event: int, number: int) -> None:
    key = generator.stream_key(seed, name)
    assert key == twin.stream_key(seed, name)
    keys = generator.event_keys(key, event, 3)
    assert keys.tolist() == [twin.event_key(key, event + i) for i in range(3)]
    assert generator.draw(keys, number).tolist() == [twin.draw(int(k), number) for k in keys]


@given(lengths=st.lists(st.integers(0, 6), max_size=8), first=st.integers(0, 5))
def test_runs_are_the_draws_one_after_another(lengths: list[int], first: int) -> None:
    keys = generator.event_keys(generator.stream_key(1, "runs"), 7, len(lengths))
    runs = generator.draw_runs(keys, first, np.array(lengths, dtype=np.int64))
    expected = [twin.draw(int(key), first + i) for key, n in zip(keys, lengths, strict=True) for i in range(n)]
    assert runs.tolist() == expected


def test_long_runs_pass_the_kept_ramp() -> None:
    keys = generator.event_keys(1, 0, 1)
    runs = generator.draw_runs(keys, 0, np.array([40_000], dtype=np.int64))
    assert int(runs[39_999]) == twin.draw(int(keys[0]), 39_999)


@given(x=WORDS_64, n=st.integers(1, 2**32 - 1))
def test_below(x: int, n: int) -> None:
    drawn = int(generator.below(np.array([x], dtype=np.uint64), n)[0])
    assert drawn == twin.below(x, n)
    assert 0 <= drawn < n


@given(x=WORDS_64, millionths=st.integers(1, 10**6))
def test_chance(x: int, millionths: int) -> None:
    p = millionths / 10**6
    assert bool(generator.chance(np.array([x], dtype=np.uint64), p)[0]) == twin.chance(x, p)


@pytest.mark.parametrize(("p", "threshold"), [(0.1, 2**64 // 10), (0.5, 2**63), (1, 2**64), (1e-6, 2**64 // 10**6)])
def test_thresholds_are_exact(p: float, threshold: int) -> None:
    assert generator.chance_threshold(p) == threshold
