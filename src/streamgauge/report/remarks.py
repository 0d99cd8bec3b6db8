"""What must be said of a result beside its figures: how engines compare, what makes it doubtful, which objectives it meets."""

from collections.abc import Iterator, Mapping
from typing import Any

from streamgauge.report.trials import all_loads, trials_of


def remarks(result: Mapping[str, Any]) -> list[str]:
    """Sentences, the most important last, where they are seen."""
    return [*_comparisons(result), *_coalescing(result), *_doubts(result), *_objectives(result)]


def _comparisons(result: Mapping[str, Any]) -> Iterator[str]:
    """All that were made; if the run has too few trials for any, that is said once."""
    from streamgauge.report.noise import too_few_trials  # which needs numpy

    if too_few := too_few_trials(result):
        yield too_few
        return
    for each in result["comparisons"]:
        yield f"{each['sentence']}{_at(each)}"


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
            yield (
                f"DISTURBED: while {each['engine']} was measured{_at(each)}, others kept {_kept_busy(result, each)} busy;"
                " leave the machine alone and measure again"
            )
        if each.get("settled") is False:
            yield f"NOT SETTLED: the latency of {each['engine']}{_at(each)} still moved after the warm-up; try: more --seconds"
        if each.get("rough"):
            yield f"ROUGH: what {each['engine']}{_at(each)} holds: {each['rough']}"
        if each.get("inconclusive"):
            yield f"INCONCLUSIVE: {each['engine']}{_at(each)}: {each['inconclusive']}"


def _kept_busy(result: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    """By the load that was disturbed most: the entry's own figure is that of its middle trial."""
    loads = all_loads(trials_of(entry, result["measured"]))
    cores = [each["others_cores"] for each in loads if each.get("disturbed") and each.get("others_cores") is not None]
    return f"{max(cores):.1f} cores" if cores else "the machine"


def _objectives(result: Mapping[str, Any]) -> Iterator[str]:
    for each in result["engines"]:
        for judged in each["objectives"]:
            seen = "no value" if judged["value"] is None else f"{judged['value']:.15g}"
            yield f"{'met' if judged['is_met'] else 'MISSED'}: {each['engine']}{_at(each)}: {judged['objective']} (seen: {seen})"


def _at(entry: Mapping[str, Any]) -> str:
    settings = ", ".join(f"{name} {value}" for name, value in entry["settings"].items())
    return f" at {settings}" if settings else ""
