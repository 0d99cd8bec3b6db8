"""The sentences stream: golden records, the twin, slices, statistics, and what it refuses."""

import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams.sentences import Sentences

from . import twin

VARIANTS = [
    Sentences(),
    Sentences(seed=2**64 - 1, distribution="zipf"),
    Sentences(distribution="zipf", exponent=1.5, vocabulary=300, words_mean=2.5, words_deviation=2.25),
    Sentences(vocabulary=1, word_digits=1, words_mean=1, words_deviation=0),
    Sentences(vocabulary=9, word_digits=12, words_mean=1, words_deviation=3),
    Sentences(needle="ERROR", selectivity=0.3),
    Sentences(needle="ü1", selectivity=1, word_digits=7),
]


def test_golden_records() -> None:
    assert Sentences().records(0, 2) == [
        b"06696 06029 09037 08088 03157 05479 00639 02875",
        b"05935 03132 04922 09966 01251 01348 02066 03656 05896",
    ]
    assert Sentences(distribution="zipf").records(1_000_000, 1) == [
        b"06892 00001 00080 00174 00681 00634 00001 00758 00072 00001 01177"
    ]
    assert Sentences(needle="needle", selectivity=0.5).records(0, 2) == [
        b"06696 06029 09037 08088 03157 needle 00639 02875",
        b"05935 03132 04922 09966 01251 01348 02066 03656 05896",
    ]


@pytest.mark.parametrize("stream", VARIANTS, ids=repr)
def test_twin_agrees(stream: Sentences) -> None:
    for start in (0, 12_345_678_901):
        assert stream.records(start, 60) == [twin.sentence(stream, start + i) for i in range(60)]


@settings(max_examples=50)
@given(stream=st.sampled_from(VARIANTS), start=st.integers(0, 2**62), counts=st.lists(st.integers(0, 40), max_size=5))
def test_slices_equal_the_whole(stream: Sentences, start: int, counts: list[int]) -> None:
    whole = stream.records(start, sum(counts))
    parts: list[bytes] = []
    for count in counts:
        parts += stream.records(start + len(parts), count)
    assert parts == whole


def test_blocks_equal_the_whole() -> None:
    """A slice longer than an internal block is the same as its parts."""
    stream = Sentences(distribution="zipf")
    whole = stream.records(17, 5000)
    assert whole == [record for first in range(17, 5017, 500) for record in stream.records(first, 500)]


def test_lengths() -> None:
    lengths = [record.count(b" ") + 1 for record in Sentences().records(0, 50_000)]
    mean = sum(lengths) / len(lengths)
    variance = sum((length - mean) ** 2 for length in lengths) / len(lengths)
    assert abs(mean - 10.5) < 0.02  # the ceiling adds half a word
    assert abs(variance - (1 + 1 / 12)) < 0.03


def test_words_are_uniform() -> None:
    counts = Counter(word for record in Sentences(vocabulary=100).records(0, 20_000) for word in record.split())
    expected = sum(counts.values()) / 100
    assert len(counts) == 100
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def test_needle_is_in_its_share_of_sentences_once() -> None:
    plain = Sentences().records(0, 20_000)
    with_needle = Sentences(needle="x", selectivity=0.1).records(0, 20_000)
    share = sum(record.split().count(b"x") for record in with_needle) / len(with_needle)
    assert abs(share - 0.1) < 0.01
    for before, after in zip(plain, with_needle, strict=True):
        changed = [new for old, new in zip(before.split(), after.split(), strict=True) if old != new]
        assert changed in ([], [b"x"])


def test_seeds_differ() -> None:
    assert Sentences(seed=1).records(0, 10) != Sentences(seed=2).records(0, 10)


def test_stream_travels() -> None:
    assert pickle.loads(pickle.dumps(Sentences())).records(5, 2) == Sentences().records(5, 2)  # noqa: S301


@pytest.mark.parametrize(
    "parameters",
    [
        {"seed": -1},
        {"seed": 2**64},
        {"words_mean": 0.5},
        {"words_mean": "10"},
        {"words_mean": float("nan")},
        {"words_mean": 1.0000001},
        {"words_deviation": -1},
        {"vocabulary": 0},
        {"vocabulary": 100.0},
        {"distribution": "normal"},
        {"exponent": 0},
        {"word_digits": 4},
        {"needle": "two words"},
        {"needle": "00001"},
        {"needle": "line\n"},
        {"selectivity": 0},
        {"selectivity": 1.5},
    ],
    ids=str,
)
def test_refusals_name_the_parameter(parameters: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as refusal:
        Sentences(**parameters)
    (parameter,) = parameters
    assert parameter in refusal.value.what
    assert parameter in refusal.value.fix
