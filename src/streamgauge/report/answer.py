"""The run in one sentence, and its objectives."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from streamgauge.report.coalescing import coalescing_in_words
from streamgauge.report.sections.points import name_of
from streamgauge.report.sections.sustain import rate_in_words
from streamgauge.report.sections.sweep import knee_in_words
from streamgauge.report.tables import Table
from streamgauge.report.tables.closed import epoch_size
from streamgauge.report.tables.table import emissions, has_own_rates, offered

_MOST_TOLD = 4
_QUESTIONS = {
    "breakdown": "latency by component",
    "burst": "latency in bursts",
    "closed": "time of an epoch",
    "sustain": "sustainable rate",
    "sweep": "latency by rate",
}


def question_of(result: Mapping[str, Any]) -> str:
    """What the run asked."""
    return f"{_QUESTIONS.get(result['experiment'], result['experiment'])} of {result['workload']}"


def answer_of(result: Mapping[str, Any]) -> str:
    """What it found; of engines for which it proves nothing, that."""
    entries = result["engines"]
    if wrong := [name_of(each) for each in entries if not each["verified"]]:
        return f"The answer of {', '.join(wrong)} is wrong; no figure of it counts."
    unsure = [each for each in entries if each.get("inconclusive")]
    sure = [each for each in entries if each not in unsure]
    found = _found({**result, "engines": sure}) if sure else ()
    return " ".join([*found, *_unproved(result["experiment"], unsure, are_all=not sure), "All answers are verified."])


def _found(result: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for each emission: engines are ranked within one."""
    kinds, work_out = emissions(result), _ANSWERS.get(result["experiment"])
    if work_out is None:
        return
    for emission in kinds:
        ours = {**result, "engines": [each for each in result["engines"] if each["emission"] == emission]}
        told = " ".join([work_out(ours), *coalescing_in_words(ours)])
        yield told if len(kinds) == 1 else f"Emission {emission}: {told[0].lower()}{told[1:]}"


def _unproved(experiment: str, unsure: Sequence[Mapping[str, Any]], *, are_all: bool) -> Iterator[str]:
    if are_all and len(unsure) > 1:
        yield "Inconclusive for all of them: see below why."
    elif unsure:
        yield f"Inconclusive for {'; '.join(map(name_of, unsure))}: see below why."
    if unsure and experiment == "sustain":
        yield f"What the probes suggest: {_listed(unsure, rate_in_words)}."


def objective_table(result: Mapping[str, Any]) -> Table | None:
    """Every objective of every engine, with what was seen and how far it is from the limit; None if there are none."""
    rows: list[tuple[object, ...]] = [
        (
            _verdict(each, judged),
            judged["objective"],
            name_of(each),
            "no value" if judged["value"] is None else judged["value"],
            _margin(judged),
        )
        for each in result["engines"]
        for judged in each.get("objectives") or ()
    ]
    return Table("objectives", ("verdict", "objective", "engine", "seen", "from the limit"), rows) if rows else None


def _verdict(entry: Mapping[str, Any], judged: Mapping[str, Any]) -> str:
    if not judged["is_met"]:
        return "✗ MISSED"
    return "✓ met" if entry["verified"] and not entry.get("inconclusive") else "met, but does not count"


def _margin(judged: Mapping[str, Any]) -> str:
    limit = float(judged["objective"].split()[-1])
    return "-" if judged["value"] is None or not limit else f"{(judged['value'] - limit) / limit:+.0%}"


def _latency(result: Mapping[str, Any]) -> str:
    entries = _ranked(result, "latency_ms", "p50")
    if not entries:
        return "No engine has a latency."
    if has_own_rates(entries):
        told = _listed(entries, lambda each: f"{_median_and_tail(each)} at {offered(each['rate'])}")
        return f"At half of what each engine can do, a record takes: {told}."
    rates = ", ".join(dict.fromkeys(offered(each["rate"]) for each in entries))
    return f"At {rates} a record takes: {_listed(entries, _median_and_tail)}."


def _median_and_tail(entry: Mapping[str, Any]) -> str:
    p50, p99 = (entry["latency_ms"].get(name) for name in ("p50", "p99"))
    return f"{p50:,.0f} ms (median)" + ("" if p99 is None else f", {p99:,.0f} ms (p99)")


def _throughput(result: Mapping[str, Any]) -> str:
    known = [each for each in result["engines"] if each.get("records_per_second")]
    ranked = sorted(known, key=lambda each: -float(each["records_per_second"]))
    told = _listed(ranked, lambda each: f"{each['records_per_second']:,.0f}")
    return f"Records a second, from a full topic: {told}."


def _burst(result: Mapping[str, Any]) -> str:
    known = [each for each in result["engines"] if each.get("time_averaged_ms") is not None]
    ranked = sorted(known, key=lambda each: float(each["time_averaged_ms"]))
    told = _listed(ranked, lambda each: f"{each['time_averaged_ms']:,.0f} ms")
    return f"Over the whole run, bursts and calm, the median latency of a second was on average: {told}."


def _sustain(result: Mapping[str, Any]) -> str:
    return f"For good: {_listed(_highest_first(result, 'sustainable_rate'), rate_in_words)}."


def _sweep(result: Mapping[str, Any]) -> str:
    return f"The knee, beyond which latency runs away: {_listed(_highest_first(result, 'knee_per_second'), knee_in_words)}."


def _closed(result: Mapping[str, Any]) -> str:
    ranked = _ranked(result, "epoch_ms", "p50")
    told = _listed(ranked, lambda each: f"{each['epoch_ms']['p50']:,.0f} ms")
    return f"With nothing else under way, an epoch{epoch_size(result)} takes (median): {told}."


def _breakdown(result: Mapping[str, Any]) -> str:
    known = [each for each in _ranked(result, "latency_ms", "mean") if any((each.get("components_ms") or {}).values())]
    return f"Where most of the time goes: {_listed(known, _greatest)}."


def _greatest(entry: Mapping[str, Any]) -> str:
    parts = {name.replace("_", " "): value for name, value in entry["components_ms"].items() if value is not None}
    name = max(parts, key=lambda part: float(parts[part]))
    return f"{name}, {parts[name]:,.1f} of {entry['latency_ms']['mean']:,.1f} ms"


_ANSWERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "breakdown": _breakdown,
    "burst": _burst,
    "closed": _closed,
    "latency": _latency,
    "sustain": _sustain,
    "sweep": _sweep,
    "throughput": _throughput,
}


def _ranked(result: Mapping[str, Any], figure: str, part: str) -> list[Mapping[str, Any]]:
    known = [each for each in result["engines"] if (each.get(figure) or {}).get(part) is not None]
    return sorted(known, key=lambda each: float(each[figure][part]))


def _highest_first(result: Mapping[str, Any], interval: str) -> list[Mapping[str, Any]]:
    """By the lower ends, and those without one last."""
    return sorted(result["engines"], key=lambda each: -float(each[interval].get("low") or 0))


def _listed(entries: Sequence[Mapping[str, Any]], tell: Callable[[Mapping[str, Any]], str]) -> str:
    """What is told of each; of many, of the first and the last, for the tables have them all."""
    told = [f"{name_of(each)}{':' if each['settings'] else ''} {tell(each)}" for each in entries] or ["nothing is known"]
    if len(told) > _MOST_TOLD:
        return f"from {told[0]} to {told[-1]}, {len(told)} in all"
    return "; ".join(told)
