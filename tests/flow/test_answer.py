"""Comparing answers: what is equal, and that every kind of difference is found."""

import copy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.flow import STRING, Aggregate, Emission, Flow, Same, Schema, Select, Sink, Source, Tumbling
from streamgauge.flow.answer import Answer, AnswerShape, compare
from streamgauge.flow.answer_file import answer_lines, read_answer, write_answer
from streamgauge.flow.marks import COPIES

UPDATED = AnswerShape(identity=("word",), values=("count",), may_update=True)
INSERTED = AnswerShape(identity=("_event",), values=("line",), may_update=False)


def answer(shape: AnswerShape, *rows: tuple[object, object]) -> Answer:
    made = Answer(shape)
    for identity, value in rows:
        made.add({shape.identity[0]: identity, shape.values[0]: value})
    return made


def test_the_last_value_counts_and_repeats_are_counted() -> None:
    expected = answer(UPDATED, ("a", 2), ("b", 1))
    comparison = compare(expected, answer(UPDATED, ("a", 1), ("b", 1), ("a", 1), ("a", 2)))
    assert comparison.equal
    assert comparison.repeated == 1
    assert comparison.written == 4


@pytest.mark.parametrize(
    ("observed", "count"),
    [
        ([("a", 2)], "missing"),
        ([("a", 2), ("b", 1), ("c", 1)], "unexpected"),
        ([("a", 2), ("b", 2)], "different"),
        ([("a", 2), ("b", None)], "different"),
    ],
)
def test_a_difference_is_found_and_told(observed: list[tuple[object, object]], count: str) -> None:
    comparison = compare(answer(UPDATED, ("a", 2), ("b", 1)), answer(UPDATED, *observed))
    assert not comparison.equal
    assert getattr(comparison, count) == 1
    assert comparison.examples[0].startswith(count)


def test_a_row_that_must_come_once_and_comes_twice_is_wrong() -> None:
    comparison = compare(answer(INSERTED, ([1], "x")), answer(INSERTED, ([1], "x"), ([1], "x")))
    assert not comparison.equal
    assert comparison.repeated == 1


def test_doubles_may_differ_by_a_rounding_and_no_more() -> None:
    assert compare(answer(UPDATED, ("a", 0.3)), answer(UPDATED, ("a", 0.1 + 0.2))).equal
    assert not compare(answer(UPDATED, ("a", 0.3)), answer(UPDATED, ("a", 0.300001))).equal
    assert not compare(answer(UPDATED, ("a", 10**17)), answer(UPDATED, ("a", 10**17 + 1))).equal


def test_an_approximate_count_may_be_off_also_under_another_name() -> None:
    words = Source(Schema.of(word=STRING))
    counted = Aggregate(words, (), {"about": "approx_count_distinct(word)", "n": "count(*)"})
    shape = AnswerShape.of(Flow("f", Sink(Select(counted, {"kinds": "about", "n": "n"}))))
    expected, near, far = Answer(shape), Answer(shape), Answer(shape)
    expected.add({"kinds": 100, "n": 500})
    near.add({"kinds": 110, "n": 500})
    far.add({"kinds": 130, "n": 500})
    assert compare(expected, near).equal
    assert not compare(expected, far).equal


def test_a_largest_approximate_count_may_be_off_as_far() -> None:
    words = Source(Schema.of(word=STRING), event_time="length(word)")
    counts = Aggregate(words, ("word",), {"about": "approx_count_distinct(word)"}, Emission.FINAL, Tumbling(10), name="counts")
    most = Aggregate(counts, (), {"most": "max(about)", "n": "count(about)"}, Emission.FINAL, Same())
    assert AnswerShape.of(Flow("f", Sink(most))).relative_errors[-2:] == (0.15, 0.0)


def multiset(*rows: tuple[str, float, float | None]) -> Answer:
    made = Answer(AnswerShape(("id", "x", "y"), (COPIES,), may_update=False, is_multiset=True))
    for id_, x, y in rows:
        made.add({"id": id_, "x": x, "y": y})
    return made


def test_doubles_in_rows_that_nothing_tells_apart_may_differ_by_a_rounding_and_no_more() -> None:
    expected = multiset(("a", 0.3, 0.3), ("a", 0.3, 0.3), ("a", 7.5, 1.5), ("b", 0.3, None))
    rounded = multiset(("a", 0.1 + 0.2, 0.3), ("a", 0.3, 0.1 + 0.2), ("a", 7.5, 1.5), ("b", 0.1 + 0.2, None))
    assert compare(expected, rounded).equal
    found = compare(expected, multiset(("a", 0.3, 0.3), ("a", 0.3, 0.300001), ("b", 0.3, 0.3), ("b", 0.3, None)))
    assert (found.missing, found.unexpected, found.different) == (1, 2, 1)


rows_strategy = st.dictionaries(st.text(max_size=5), st.integers(-5, 5), min_size=1, max_size=20)


@given(rows_strategy, st.randoms(use_true_random=False), st.sampled_from(["change", "drop", "double"]))
def test_any_tampering_with_an_answer_is_found(rows: dict[str, int], random: object, kind: str) -> None:
    expected = answer(UPDATED, *rows.items())
    tampered = list(copy.deepcopy(list(rows.items())))
    position = random.randrange(len(tampered))  # type: ignore[attr-defined]
    word, count = tampered[position]
    if kind == "change":
        tampered[position] = (word, count + 1)
    elif kind == "drop":
        del tampered[position]
    else:
        tampered.insert(position, (word, count))
    assert compare(expected, answer(UPDATED, *rows.items()), repeats_allowed=False).equal
    assert not compare(expected, answer(UPDATED, *tampered), repeats_allowed=False).equal


def test_a_row_that_occurs_twice_is_in_a_file_twice(tmp_path: Path) -> None:
    shape = AnswerShape(("id", "name"), (COPIES,), may_update=False, is_multiset=True)
    written = Answer(shape)
    for id_, name in ((2, "b"), (1, "a"), (2, "b")):
        written.add({"id": id_, "name": name})
    write_answer(written, tmp_path / "answer.jsonl")
    lines = (tmp_path / "answer.jsonl").read_text().splitlines()
    assert lines == ['{"id":1,"name":"a"}', '{"id":2,"name":"b"}', '{"id":2,"name":"b"}']
    assert compare(written, read_answer(tmp_path / "answer.jsonl", shape)).equal


def test_a_file_of_an_answer_is_read_back(tmp_path: Path) -> None:
    written = answer(INSERTED, ([2, 1], "b"), ([1, 5], "é"), ([1, 10], None))
    write_answer(written, tmp_path / "answer.jsonl")
    again = read_answer(tmp_path / "answer.jsonl", INSERTED)
    assert compare(written, again).equal
    assert [line[:16] for line in answer_lines(again)] == [b'{"_event":[1,5],', b'{"_event":[1,10]', b'{"_event":[2,1],']


@pytest.mark.parametrize(("text", "said"), [("nonsense", ":1"), ('{"word":"a","count":1}\n{"wrd":"b"}', ":2"), ("[1]", ":1")])
def test_a_file_of_nonsense_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "answer.jsonl"
    path.write_text(text)
    with pytest.raises(RequestError) as refused:
        read_answer(path, UPDATED)
    assert said in refused.value.where
