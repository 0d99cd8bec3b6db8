"""The stream of HiBench: golden lines, the twin, what a parser finds where, slices, and what it refuses."""

import pickle
import re
from collections import Counter
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams.uservisits import UserVisits
from streamgauge.streams.uservisits_maker import BROWSERS, COUNTRIES, WORDS

from . import twin

VARIANTS = [
    UserVisits(),
    UserVisits(seed=2**64 - 1, addresses=1, record_bytes=150),
    UserVisits(addresses=3000, record_bytes=10_000),
]
EVENTS = st.integers(0, 2**62)


def test_golden_lines() -> None:
    assert UserVisits().lines(0, 2) == [
        b"0 105.79.5.146,dhhmimlkjocdwsaptzppujwbssziqoxmcpzcfwstsnekamagmvqvpy,1982-02-01,0.66653813,"
        b"Mozilla/5.0 (X11; Linux x86_64; rv:10.0) Gecko/20100101 Firefox/10.0,BRA,BRA-PT,umbrella,10",
        b"1 67.249.183.101,iowizfkrxktoyrjlpbznpryllvshawiuzeufhbfhmfqbcyyzzswoln,1991-09-12,0.65837360,"
        b"Mozilla/5.0 (Windows NT 6.1) AppleWebKit/535.1 (KHTML, like Gecko) Chrome/14.0.835.163 Safari/535.1,"
        b"ARE,ARE-AR,mirror,2",
    ]


@pytest.mark.parametrize("stream", VARIANTS, ids=repr)
def test_twin_agrees(stream: UserVisits) -> None:
    for start in (0, 99_999_990):
        assert stream.lines(start, 60) == [twin.user_visit(stream, start + i) for i in range(60)]


@settings(max_examples=50)
@given(stream=st.sampled_from(VARIANTS), start=EVENTS, counts=st.lists(st.integers(0, 40), max_size=5))
def test_slices_equal_the_whole(stream: UserVisits, start: int, counts: list[int]) -> None:
    whole = stream.records(start, sum(counts))
    parts: list[bytes] = []
    for count in counts:
        parts += stream.records(start + len(parts), count)
    assert parts == whole


def test_blocks_equal_the_whole() -> None:
    stream = UserVisits()
    assert stream.records(17, 5000) == [record for first in range(17, 5017, 500) for record in stream.records(first, 500)]


@given(stream=st.sampled_from(VARIANTS), event=EVENTS)
def test_records_are_lines_cut_or_filled(stream: UserVisits, event: int) -> None:
    (record,), (line,) = stream.records(event, 1), stream.lines(event, 1)
    assert len(record) == stream.record_bytes - 13
    kept = min(len(line), len(record))
    assert record == line[:kept] + b"\0" * (len(record) - kept)


@given(stream=st.sampled_from(VARIANTS), event=EVENTS)
def test_a_parser_finds_address_session_and_browser(stream: UserVisits, event: int) -> None:
    """Split at blanks and commas: field 1 is the address, 2 the session, 5 the browser, in the record as in the line."""
    (record,), (line,) = stream.records(event, 1), stream.lines(event, 1)
    parsed, full = re.split("[ ,]", record.decode()), re.split("[ ,]", line.decode())
    assert parsed[:6] == full[:6]
    assert parsed[0] == str(event)
    assert re.fullmatch(r"(\d{1,3}\.){3}\d{1,3}", parsed[1])
    assert re.fullmatch("[a-z]{54}", parsed[2])
    assert date(1970, 1, 1) <= date.fromisoformat(parsed[3]) <= date(2011, 12, 31)
    assert re.fullmatch(r"0\.\d{8}", parsed[4])
    assert parsed[5] in {browser.partition(" ")[0] for browser in BROWSERS}


def test_a_line_has_all_fields() -> None:
    shape = rf"\d+ [\d.]+,[a-z]{{54}},[\d-]{{10}},0\.\d{{8}},({'|'.join(map(re.escape, BROWSERS))}),"
    shape += rf"({'|'.join(COUNTRIES)}),({'|'.join(WORDS)}),([1-9]|10)"
    assert all(re.fullmatch(shape, line.decode()) for line in UserVisits().lines(0, 2000))


@pytest.mark.parametrize("addresses", [1, 100, 20_000])
def test_addresses(addresses: int) -> None:
    counts = Counter(line.split()[1].partition(b",")[0] for line in UserVisits(addresses=addresses).lines(0, 200_000))
    expected = 200_000 / addresses
    assert len(counts) in range(int(addresses * 0.99), addresses + 1)
    assert addresses > 100 or all(abs(count - expected) <= 5 * expected**0.5 for count in counts.values())
    assert all(1 <= int(octet) <= 254 for address in counts for octet in address.split(b"."))


def test_sessions_differ_and_letters_are_even() -> None:
    sessions = [line.split(b",")[1] for line in UserVisits().lines(0, 5000)]
    assert len(set(sessions)) == 5000
    counts, expected = Counter(b"".join(sessions)), 5000 * 54 / 26
    assert len(counts) == 26
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def test_stream_travels() -> None:
    assert pickle.loads(pickle.dumps(UserVisits())).records(5, 2) == UserVisits().records(5, 2)  # noqa: S301


@pytest.mark.parametrize("parameters", [{"seed": -1}, {"addresses": 0}, {"record_bytes": 149}, {"record_bytes": 10_001}], ids=str)
def test_refusals_name_the_parameter(parameters: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as refusal:
        UserVisits(**parameters)
    (parameter,) = parameters
    assert parameter in refusal.value.what
    assert parameter in refusal.value.fix
