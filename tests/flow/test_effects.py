"""Effects: what had to happen, against what was seen to happen."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from streamgauge.flow.answer import Answer, AnswerShape, compare, with_effects
from streamgauge.flow.effects import EffectComparison, Effects, compare_effects, effect

SOME = [effect("mqtt-publish", "t", text.encode()) for text in "abcd"]
COUNTS = st.dictionaries(st.sampled_from(SOME), st.integers(1, 5)).map(Counter)


def due(counts: Counter[tuple[str, str, str]]) -> Effects:
    effects = Effects()
    for each, count in counts.items():
        for _ in range(count):
            effects.add(each)
    return effects


@given(expected=COUNTS, observed=COUNTS)
def test_every_effect_is_judged_once(expected: Counter[tuple[str, str, str]], observed: Counter[tuple[str, str, str]]) -> None:
    found = compare_effects(due(expected), observed)
    in_time = sum(min(count, expected[each]) for each, count in observed.items())
    assert found.lost == expected.total() - in_time
    assert found.unexpected + found.repeated == observed.total() - in_time
    assert found.unexpected == sum(count for each, count in observed.items() if each not in expected)


def test_an_update_makes_the_effect_before_it_optional() -> None:
    effects = Effects()
    effects.add(SOME[0])
    effects.add(SOME[1], instead_of=SOME[0])
    assert compare_effects(effects, Counter(SOME[1:2])) == EffectComparison(0, 0, 0)
    assert compare_effects(effects, Counter(SOME[:2])) == EffectComparison(0, 0, 0)
    assert compare_effects(effects, Counter(SOME[:1])).lost == 1
    assert compare_effects(effects, Counter([SOME[0], SOME[0], SOME[1]])).repeated == 1


def test_what_is_lost_is_missing_and_what_is_repeated_is_allowed() -> None:
    shape = AnswerShape(("key",), ("count",), may_update=False)
    expected, observed = Answer(shape), Answer(shape)
    for answer in (expected, observed):
        answer.add({"key": "a", "count": 1})
    rows = compare(expected, observed)
    assert with_effects(rows, EffectComparison(0, 0, 3)).equal
    assert with_effects(rows, EffectComparison(0, 0, 3)).repeated == 3
    assert not with_effects(rows, EffectComparison(1, 0, 0, ("lost: it",))).equal
    assert not with_effects(rows, EffectComparison(0, 1, 0)).equal
    observed.add({"key": "a", "count": 1})
    assert not with_effects(compare(expected, observed), EffectComparison(0, 0, 3)).equal
