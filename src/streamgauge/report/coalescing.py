"""Who writes once for several updates: an engine that does has less to do than one that writes each, and is told beside it."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from streamgauge.report.outputs import OUTPUTS, writes_less
from streamgauge.report.sections.points import name_of

Entry: TypeAlias = Mapping[str, Any]


def coalescing_in_words(result: Mapping[str, Any]) -> list[str]:
    """A sentence about engines of one emission, or none; of a sweep, about the first point of which there is one."""
    return [each for each in map(_sentence, _points(result["engines"])) if each][:1]


def _points(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Engines with the same settings: other properties of a workload make other numbers of outputs. A wrong answer lacks some."""
    points: dict[str, list[Entry]] = {}
    for each in entries:
        if each.get(OUTPUTS) is not None and each["verified"]:
            points.setdefault(repr(each["settings"]), []).append(each)
    return list(points.values())


def _sentence(entries: Sequence[Entry]) -> str:
    most = max(entries, key=_outputs)
    fewer = [each for each in entries if writes_less(_outputs(each), _outputs(most))]
    if not fewer:
        return ""
    who, outputs = " and ".join(map(name_of, fewer)), " and ".join(f"{_outputs(each):g}" for each in fewer)
    does = "coalesces updates: it writes" if len(fewer) == 1 else "coalesce updates: they write"
    return f"{who} {does} {outputs} outputs for each input, {most['engine']} {_outputs(most):g}."


def _outputs(entry: Entry) -> float:
    return float(entry[OUTPUTS])
