"""A gate for continuous integration: how much worse a figure may become, written as `latency_ms.p99 worse than 5%`.

It is judged on the bound of the interval that is nearest to no change: it closes only if even that bound is too bad, and only
on a difference that is seen. What cannot be judged neither passes nor fails: for want of trials, for trials that lack the
figure, or because another load was offered.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.measure.definitions import figure_names
from streamgauge.measure.statistics import Verdict
from streamgauge.names import nearest
from streamgauge.report.compare import Comparison
from streamgauge.report.compared import Compared, Place
from streamgauge.report.directions import Better, better

_FORM = re.compile(r"\s*([A-Za-z_][\w.]*)\s+worse\s+than\s+(\d+(?:\.\d+)?)\s*%\s*")


class Judgement(Enum):
    """What a gate says."""

    PASSED = "passed"
    FAILED = "FAILED"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class Gate:
    """A figure, and by which share it may be worse."""

    figure: str
    share: float

    def __str__(self) -> str:
        return f"{self.figure} worse than {self.share * 100:g} %"

    def judge(self, compared: Compared) -> Judgement:
        """Is even the bound nearest to no change worse than allowed?"""
        effect = compared.effect
        if compared.unjudged:
            return Judgement.UNKNOWN
        if effect.low is None or effect.high is None:
            return Judgement.PASSED if effect.verdict is Verdict.NO_DIFFERENCE else Judgement.UNKNOWN
        is_more = better(self.figure) is Better.MORE
        is_worse = effect.high < 1 - self.share if is_more else effect.low > 1 + self.share
        return Judgement.FAILED if is_worse and effect.verdict is Verdict.DIFFERENT else Judgement.PASSED


@dataclass(frozen=True, slots=True)
class Judged:
    """A gate and what it says of an engine, and why."""

    gate: Gate
    place: Place
    judgement: Judgement
    sentence: str

    def __str__(self) -> str:
        return f"{self.judgement.value}: {self.gate}: {self.sentence}"

    def to_data(self) -> dict[str, Any]:
        return {"gate": str(self.gate), "engine": self.place.engine, "settings": dict(self.place.settings)} | {
            "judgement": self.judgement.value.lower(),
            "sentence": self.sentence,
        }


def parse_gate(text: str) -> Gate:
    """Read a gate; a figure that no result has, that has no worse, or that cannot become so much worse, is refused.

    >>> parse_gate("latency_ms.p99 worse than 5%")
    Gate(figure='latency_ms.p99', share=0.05)
    """
    match = _FORM.fullmatch(text)
    if match is None:
        what = "a gate is a figure, the words `worse than`, and a number with %"
        raise RequestError(what, where=f"--fail-on {text!r}", fix='--fail-on "latency_ms.p99 worse than 5%"')
    figure, percent = match.groups()
    if figure not in figure_names():
        raise RequestError(f"there is no figure {figure!r}", where=f"--fail-on {text!r}", fix=nearest(figure, figure_names()))
    if better(figure) is Better.NEITHER:
        judged = [name for name in figure_names() if better(name) is not Better.NEITHER]
        what = f"{figure} is neither better nor worse when it changes"
        raise RequestError(what, where=f"--fail-on {text!r}", fix=nearest(figure, judged))
    return _that_can_fail(Gate(figure, float(percent) / 100), text)


def _that_can_fail(gate: Gate, text: str) -> Gate:
    """The gate; one of a figure of which more is better, and which is worse by all of it at most, must ask for less."""
    if better(gate.figure) is Better.MORE and gate.share >= 1:
        what = f"{gate.figure} cannot become worse by more than 100 %, so nothing would fail"
        fix = f'--fail-on "{gate.figure} worse than 5%"'
        raise RequestError(what, where=f"--fail-on {text!r}", fix=fix)
    return gate


def judge_all(gates: list[Gate], comparison: Comparison) -> list[Judged]:
    """What every gate says of every engine of the baseline: one that is gone, or proves nothing any more, does not pass."""
    return [_judged(gate, place, comparison) for gate in gates for place in comparison.places]


def _judged(gate: Gate, place: Place, comparison: Comparison) -> Judged:
    for each in comparison.figures:
        if (each.figure, each.place) == (gate.figure, place):
            sentence = f"{place}: {each.unjudged}" if each.unjudged else each.sentence
            return Judged(gate, place, gate.judge(each), sentence)
    return Judged(gate, place, Judgement.UNKNOWN, f"{place}: not both runs have a trial that tells it")
