"""What must be said of a result beside its figures: how engines compare, what makes it doubtful, which objectives it meets."""

from collections.abc import Iterator, Mapping
from typing import Any


def remarks(result: Mapping[str, Any]) -> list[str]:
    """Sentences, the most important last, where they are seen."""
    return [*_comparisons(result), *_coalescing(result), *_doubts(result), *_objectives(result)]


def _comparisons(result: Mapping[str, Any]) -> Iterator[str]:
    """All that were made; if trials are too few for any, that is said once."""
    told = [each for each in result["comparisons"] if each["ratio"] is not None]
    for each in told:
        yield f"{each['sentence']}{_at(each)}"
    if result["comparisons"] and not told:
        yield f"{result['comparisons'][0]['verdict']} to compare the engines; try: --trials 5"


def _coalescing(result: Mapping[str, Any]) -> Iterator[str]:
    """Who writes once for several updates, within each emission: engines are ranked there."""
    from streamgauge.report.coalescing import coalescing_in_words

    for emission in dict.fromkeys(each["emission"] for each in result["engines"]):
        ours = [each for each in result["engines"] if each["emission"] == emission]
        yield from coalescing_in_words({**result, "engines": ours})


def _doubts(result: Mapping[str, Any]) -> Iterator[str]:
    if result["partial"]:
        yield "PARTIAL: the run was cut short; these are the trials that had ended"
    for each in result["engines"]:
        if each.get("disturbed"):
            cores = each["others_cores"]  # of several trials the median, if all of them know theirs
            kept = "the machine" if cores is None else f"{cores:.1f} cores"
            yield (
                f"DISTURBED: while {each['engine']} was measured{_at(each)}, others kept {kept} busy;"
                " leave the machine alone and measure again"
            )
        if each.get("settled") is False:
            yield f"NOT SETTLED: the latency of {each['engine']}{_at(each)} still moved after the warm-up; try: more --seconds"
        if each.get("inconclusive"):
            yield f"INCONCLUSIVE: {each['engine']}{_at(each)}: {each['inconclusive']}"


def _objectives(result: Mapping[str, Any]) -> Iterator[str]:
    for each in result["engines"]:
        for judged in each["objectives"]:
            seen = "no value" if judged["value"] is None else f"{judged['value']:.15g}"
            yield f"{'met' if judged['is_met'] else 'MISSED'}: {each['engine']}{_at(each)}: {judged['objective']} (seen: {seen})"


def _at(entry: Mapping[str, Any]) -> str:
    settings = ", ".join(f"{name} {value}" for name, value in entry["settings"].items())
    return f" at {settings}" if settings else ""
