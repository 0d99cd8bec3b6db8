"""Rate shapes: exact against a slow definition, any slice alone, text there and back, and what they refuse."""

import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import count as numbers_from
from itertools import islice, pairwise
from math import cos, floor, inf, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams.rates import (
    SHAPES,
    Bimodal,
    Bursts,
    Constant,
    Maximum,
    Normal,
    RateShape,
    Sawtooth,
    Sine,
    Square,
    Uniform,
    parse_rate,
)
from streamgauge.streams.rates.sine import cosines

from . import twin

SECOND = 10**9
RATES = st.integers(1, 5000)
SECONDS = st.integers(1, 3_000_000).map(lambda micros: micros / 10**6)
CONSTANTS = st.builds(Constant, RATES)
SQUARES = st.builds(Square, low=st.integers(0, 5000), high=RATES, period=SECONDS)
BURSTS = st.builds(
    Bursts,
    calm=RATES,
    burst=st.lists(RATES, min_size=1, max_size=3).map(tuple),
    start=SECONDS | st.just(0),
    length=SECONDS,
    gap=SECONDS | st.just(0),
    count=st.none() | st.integers(1, 4),
)
CLIMBS = {"low": st.integers(0, 3000), "high": st.integers(3000, 5000), "period": SECONDS, "steps": st.integers(2, 30)}
SEEDED = {"step": SECONDS, "seed": st.integers(0, 2**64 - 1)}
UNIFORMS = st.builds(Uniform, low=st.integers(0, 3000), high=st.integers(3000, 5000), **SEEDED)
NORMALS = st.builds(Normal, mean=st.integers(1, 3000), deviation=st.integers(0, 2000), peak=st.integers(3000, 5000), **SEEDED)
BIMODALS = st.builds(
    Bimodal,
    low=st.integers(1, 1000),
    low_deviation=st.integers(0, 300),
    high=st.integers(1001, 4000),
    high_deviation=st.integers(0, 300),
    peak=st.integers(4000, 5000),
    period=SECONDS,
    **SEEDED,
)
CYCLES = SQUARES | st.builds(Sawtooth, **CLIMBS) | st.builds(Sine, **CLIMBS) | UNIFORMS | NORMALS | BIMODALS
PACED = CONSTANTS | BURSTS | CYCLES


def pieces(shape: RateShape) -> Iterator[tuple[int, Fraction | None]]:
    """The definition of each shape: rates and how many seconds they hold, None for ever."""
    match shape:
        case Constant():
            yield shape.rate, None
        case Square():
            yield from in_turn(shape.period, [shape.low, shape.high])
        case Sawtooth():
            climb = Fraction(shape.high - shape.low, shape.steps - 1)
            yield from in_turn(shape.period, [int(shape.low + climb * step) for step in range(shape.steps)])
        case Sine():
            middle, amplitude = Fraction(shape.low + shape.high, 2), Fraction(shape.high - shape.low, 2)
            swings = [middle - amplitude * Fraction(cosine, 2**62) for cosine in cosines(shape.steps)]
            yield from in_turn(shape.period, [floor(rate + Fraction(1, 2)) for rate in swings])
        case Uniform() | Normal() | Bimodal():
            for interval in numbers_from(0):
                yield drawn_rate(shape, interval), Fraction(str(shape.step))
        case Bursts():
            yield shape.calm, Fraction(str(shape.start))
            bursts = shape.count or len(shape.burst)
            for number in range(bursts):
                yield shape.burst[number % len(shape.burst)], Fraction(str(shape.length))
                yield shape.calm, Fraction(str(shape.gap)) if number < bursts - 1 else None


def in_turn(period: float, rates: list[int]) -> Iterator[tuple[int, Fraction]]:
    """Rates that share a period, over and over; a piece begins at a whole nanosecond."""
    bounds = [Fraction(int(Fraction(str(period)) * SECOND * part / len(rates)), SECOND) for part in range(len(rates) + 1)]
    while True:
        yield from zip(rates, (end - start for start, end in pairwise(bounds)), strict=True)


def drawn_rate(shape: Uniform | Normal | Bimodal, interval: int) -> int:
    x = twin.interval_rate(shape.name, shape.seed, interval)
    match shape:
        case Uniform():
            return shape.low + twin.below(x, shape.high - shape.low + 1)
        case Normal():
            return twin.normal_rate(x, shape.mean, shape.deviation, shape.peak)
        case Bimodal():
            start, period = Fraction(str(shape.step)) * (interval % 65_536), Fraction(str(shape.period))
            is_low = start % period < period / 2
            mode = (shape.low, shape.low_deviation) if is_low else (shape.high, shape.high_deviation)
            return twin.normal_rate(x, *mode, shape.peak)


def times(shape: RateShape) -> Iterator[int]:
    """Slowly, event by event: what `intended_ns` must give."""
    start = Fraction(0)
    for rate, length in pieces(shape):
        event = 0
        while rate and (length is None or Fraction(event, rate) < length):
            yield int(start * SECOND) + event * SECOND // rate
            event += 1
        start += length or 0


@given(shape=PACED)
def test_times_are_the_definition(shape: RateShape) -> None:
    assert shape.intended_ns(0, 200).tolist() == list(islice(times(shape), 200))


@given(shape=PACED, start=st.integers(0, 10**12), counts=st.lists(st.integers(0, 50), max_size=4))
def test_slices_equal_the_whole(shape: RateShape, start: int, counts: list[int]) -> None:
    whole = shape.intended_ns(start, sum(counts)).tolist()
    parts: list[int] = []
    for count in counts:
        parts += shape.intended_ns(start + len(parts), count).tolist()
    assert parts == whole == sorted(whole)


@given(shape=PACED, seconds=SECONDS)
def test_events_within_counts_the_times_before(shape: RateShape, seconds: float) -> None:
    events = shape.events_within(seconds)
    around = shape.intended_ns(max(0, events - 1), 2).tolist()
    end_ns = int(Fraction(str(seconds)) * SECOND)
    assert around[-1 if events else 0] >= end_ns
    assert not events or around[0] < end_ns


@given(shape=PACED)
def test_text_and_back(shape: RateShape) -> None:
    assert parse_rate(str(shape)) == shape


def test_a_billion_events_a_second_for_a_week() -> None:
    week = 7 * 24 * 3600
    assert Constant(10**9).intended_ns(week * SECOND - 1, 1).tolist() == [week * SECOND - 1]


def test_published_bursts() -> None:
    """Two bursts of different height, seconds 10 to 40 and 60 to 90."""
    shape = parse_rate("bursts:calm=2000,burst=20000/50000,start=10,length=30,gap=20")
    nominal = [shape.rate_at(second) for second in (0, 10, 39.9, 40, 60, 89, 90, 1000)]
    assert nominal == [2000, 20000, 20000, 2000, 50000, 50000, 2000, 2000]
    assert shape.events_within(100) == 2000 * 40 + 20000 * 30 + 50000 * 30


def test_heights_start_over() -> None:
    shape = Bursts(calm=1, burst=(10, 20), start=1, length=1, gap=1, count=3)
    assert [shape.rate_at(second) for second in (1, 3, 5, 7)] == [10, 20, 10, 1]


def test_square() -> None:
    shape = parse_rate("square:low=0,high=4,period=1")
    assert shape.intended_ns(0, 4).tolist() == [500_000_000, 750_000_000, 1_500_000_000, 1_750_000_000]
    assert (shape.rate_at(0.2), shape.rate_at(7.6)) == (0, 4)


def test_sawtooth() -> None:
    shape = parse_rate("sawtooth:low=0,high=990,period=10")
    assert [shape.rate_at(tenth / 10) for tenth in range(100)] == list(range(0, 1000, 10))
    assert shape.rate_at(10.05) == 0
    assert shape.events_within(10) == 99 * 100 // 2  # of 0.1 s at 10 * k events/s each


def test_sine_has_the_rates_of_nexmark() -> None:
    """Beam, first rate 1000, next rate 5000: ten steps, mid + amplitude * cos(2 pi k / 10)."""
    shape = parse_rate("sine:low=1000,high=5000,period=600")
    assert [shape.rate_at(60 * step) for step in range(10)] == [
        round(3000 - 2000 * cos(2 * pi * step / 10)) for step in range(10)
    ]


@pytest.mark.parametrize("steps", [2, 3, 10, 12, 360, 1000])
def test_cosines(steps: int) -> None:
    table = cosines(steps)
    assert table[0] == 2**62
    assert table[1:] == table[:0:-1]
    assert all(abs(value / 2**62 - cos(2 * pi * step / steps)) < 1e-15 for step, value in enumerate(table))
    exact = {Fraction(1, 6): 2**61, Fraction(1, 4): 0, Fraction(1, 3): -(2**61), Fraction(1, 2): -(2**62)}
    assert all(table[int(turn * steps)] == value for turn, value in exact.items() if (turn * steps).denominator == 1)


def test_maximum_has_no_schedule() -> None:
    shape = parse_rate("max")
    assert shape == Maximum()
    assert not shape.is_paced
    assert shape.rate_at(1) == inf
    with pytest.raises(RequestError, match="no schedule"):
        shape.intended_ns(0, 1)
    with pytest.raises(RequestError, match="no schedule"):
        shape.events_within(1)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=lambda shape: shape.name)
def test_every_shape_explains_itself(shape: type[RateShape]) -> None:
    example = parse_rate(shape.example)
    assert type(example) is shape is SHAPES[shape.name]
    assert str(example) == shape.example
    assert example.describe()
    assert shape.formula


@pytest.mark.parametrize(
    ("text", "what", "fix"),
    [
        ("", "no rate shape ''", "bimodal, bursts, constant, max, normal, replay, sawtooth, sine, square, uniform"),
        ("burts:calm=1", "no rate shape 'burts'", "did you mean 'bursts'?"),
        ("2000.5", "no rate shape '2000.5'", "a whole number alone"),
        ("square:low=1,hihg=2,period=3", "no parameter 'hihg'", "did you mean 'high'?"),
        ("square:low=1,high=2", "needs period", "square:low=1000"),
        ("square:low=1,high,period=3", "'high' has no value", "square:low=1000"),
        ("square:low=1,high=fast,period=3", "high = 'fast' is not a number", "square:low=1000"),
        ("square:low=1,low=2,period=3", "low is given twice", "once"),
        ("square:low=1,high=0,period=3", "high = 0", "from 1 to 1000000000"),
        ("square:low=1,high=2,period=0", "period = 0", "above 0"),
        ("square:low=1,high=2,period=0.0000001", "period = 1e-07", "6 decimal places"),
        ("bursts:calm=1,burst=2/x,start=0,length=1,gap=1", "burst = '2/x' is not a number", "bursts:calm="),
        ("sawtooth:low=3,high=2,period=1", "high = 2", "at least low"),
        ("sine:low=3,high=2,period=1", "high = 2", "at least low"),
        ("sine:low=1,high=2,period=1,steps=1", "steps = 1", "from 2 to 1000"),
        ("uniform:low=3,high=2", "high = 2", "at least low"),
        ("uniform:low=1,high=2,step=10001", "step = 10001", "at most 10000"),
        ("uniform:low=1,high=2,seed=-1", "seed = -1", "from 0 to"),
        ("normal:mean=0,deviation=1", "mean = 0", "from 1 to"),
        ("normal:mean=10,deviation=1,peak=9", "peak = 9", "at least mean"),
        ("bimodal:low=2,low_deviation=0,high=2,high_deviation=0", "high = 2", "above low"),
        ("bimodal:low=2,low_deviation=0,high=3,high_deviation=0,peak=2", "peak = 2", "at least high"),
        ("replay:times=a.csv,factor=0", "factor = 0", "above 0"),
        ("replay:times=", "times = ''", "path of a file"),
        ("0", "rate = 0", "from 1 to"),
        ("max:rate=1", "no parameter 'rate'", "there are none"),
    ],
)
def test_refusals_name_the_part(text: str, what: str, fix: str) -> None:
    with pytest.raises(RequestError) as refusal:
        parse_rate(text)
    assert what in refusal.value.what
    assert fix in refusal.value.fix


def test_parsing_needs_no_numpy() -> None:
    code = "import sys; from streamgauge.streams.rates import parse_rate; parse_rate('2000'); assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
