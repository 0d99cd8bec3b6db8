"""Can this run be trusted? What speaks for it and what against, engine by engine, each with a mark and a word."""

from collections.abc import Iterator, Mapping
from typing import Any

from streamgauge.report.sections.points import name_of
from streamgauge.report.sections.trust_marks import BAD, DOUBT, GOOD, UNKNOWN, Seen
from streamgauge.report.sections.trust_run import checks_of_run
from streamgauge.report.tables import Table
from streamgauge.report.trials import all_loads, loads_of, trials_of
from streamgauge.report.view import Section
from streamgauge.runs.reading import Run

# Of the experiments, which judge by them: past the first a trial proves nothing, past the second a probe decides nothing.
_LATENESS_BOUND_MS, _PROBE_LATENESS_BOUND_MS = 100, 500
_THROTTLED_BOUND = 0.01

_TRIALS = "_trials"  # the trials of an entry, beside its figures

Check = tuple[str, str, str]  # what is asked, the mark, what was seen


def trust_section(run: Run) -> Section:
    checks = list(_checks(run))
    bad, doubtful = (sum(mark == state for _, mark, _ in checks) for state in (BAD, DOUBT))
    return Section("trust", "Can this run be trusted?", [_verdict(bad, doubtful)], tables=[_table(checks)])


def _verdict(bad: int, doubtful: int) -> str:
    if bad:
        return f"No: {bad} of the checks below {'is' if bad == 1 else 'are'} bad."
    if doubtful:
        return f"With care: {doubtful} of the checks below {'is' if doubtful == 1 else 'are'} doubtful."
    return "Yes: nothing below speaks against it."


def _table(checks: list[Check]) -> Table:
    rows: list[tuple[object, ...]] = [*checks]
    return Table("", ("question", "verdict", "what was seen"), rows, explains=_EXPLAINED)


def _checks(run: Run) -> Iterator[Check]:
    result = run.result
    entries = [{**entry, _TRIALS: trials_of(entry, result["measured"])} for entry in result["engines"]]
    for question, check in _QUESTIONS.items():
        seen = [(name_of(entry), *found) for entry in entries if (found := check(entry))]
        for mark in dict.fromkeys(state for _, state, _ in seen):
            alike = [(name, words) for name, state, words in seen if state == mark]
            yield question, mark, _told(alike, is_all=len(alike) == len(entries))
    yield from checks_of_run(run)


def _told(alike: list[tuple[str, str]], *, is_all: bool) -> str:
    """What was seen of engines that are judged alike, each thing once; without names if it is the same of all."""
    names: dict[str, list[str]] = {}
    for name, words in alike:
        names.setdefault(words, []).append(name)
    if is_all and len(names) == 1:
        return alike[0][1]
    return "; ".join(f"{', '.join(named)}: {words}" for words, named in names.items())


def _answers(entry: Mapping[str, Any]) -> Seen | None:
    repeated = f"; {entry['repeated']:,.0f} rows repeated" if entry.get("repeated") else ""
    if not entry["verified"]:
        return BAD, f"WRONG: {'; '.join(map(str, entry.get('differences', [])[:1])) or 'it differs'}{repeated}"
    return GOOD, f"equal to the reference's, row by row{repeated}"


def _conclusive(entry: Mapping[str, Any]) -> Seen | None:
    if entry.get("rough"):
        return DOUBT, f"roughly: {entry['rough']}"
    return (BAD, f"inconclusive: {entry['inconclusive']}") if entry.get("inconclusive") else None


def _lateness(entry: Mapping[str, Any]) -> Seen | None:
    late_ms = [found["p99"] for each in _loads(entry) if (found := each.get("lateness_ms")) and found.get("p99") is not None]
    if not late_ms:
        return None
    is_search = _noun(entry) == "probe"
    bound_ms = _PROBE_LATENESS_BOUND_MS if is_search else _LATENESS_BOUND_MS
    seen = f"99 % at most {max(late_ms):,.1f} ms late{_in_the_worst(entry)} (bound {bound_ms} ms)"
    if max(late_ms) <= bound_ms:
        return GOOD, seen
    return (DOUBT, f"{seen}; a probe past it decides nothing") if is_search else (BAD, seen)


def _disturbed(entry: Mapping[str, Any]) -> Seen | None:
    if "disturbed" not in entry:
        return None
    known = [each["others_cores"] for each in _loads(entry) if each.get("others_cores") is not None]
    parts = _parts(entry)
    disturbed = sum(bool(each.get("disturbed")) for each in parts)
    where = f", in {disturbed} of {len(parts)} {_noun(entry)}s" if disturbed and len(parts) > 1 else ""
    seen = f"others kept {max(known):.2f} cores busy{where}" if known else "not known"
    return (DOUBT if entry["disturbed"] else GOOD if known else UNKNOWN), seen


def _throttled(entry: Mapping[str, Any]) -> Seen | None:
    told = [each["throttled_share"] for each in _loads(entry) if "throttled_share" in each]
    known = [share for share in told if share is not None]
    if not known:
        why = "this machine does not tell" if told else "not recorded"
        return UNKNOWN, f"{why}; see the machine below for its cores and its load at the start"
    share = max(known)
    if not share:
        return GOOD, "no CPU limit held it back"
    seen = f"a CPU limit held it back in {share:.1%} of the time{_in_the_worst(entry)}"
    return (DOUBT if share > _THROTTLED_BOUND else GOOD), seen


def _loads(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Whatever it was made of, for the worst counts: its own figures are those of the middle trial."""
    return all_loads(entry[_TRIALS])


def _parts(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The loads that were offered one after the other: the probes or rates of all its trials, or the trials."""
    return [load for trial in entry[_TRIALS] for load in loads_of(trial) or (trial,)]


def _in_the_worst(entry: Mapping[str, Any]) -> str:
    parts = _parts(entry)
    return f" in the worst of {len(parts)} {_noun(entry)}s" if len(parts) > 1 else ""


def _of_each(entry: Mapping[str, Any]) -> str:
    return f" of each {_noun(entry)}" if loads_of(entry) else ""


def _noun(entry: Mapping[str, Any]) -> str:
    return "probe" if entry.get("probes") else "rate" if entry.get("rates") else "trial"


def _warm(entry: Mapping[str, Any]) -> Seen | None:
    if entry.get("warmup_s") is None:
        return None
    seen = f"the first {entry['warmup_s']:g} s{_of_each(entry)} are left out"
    settled = entry.get("settled")
    if settled is None:
        return UNKNOWN, f"{seen}; whether the rest was steady is not known: a longer --warmup should not change the figures"
    return (GOOD, f"{seen}; the rest was steady") if settled else (DOUBT, f"{seen}; the rest still moved: longer --seconds")


_QUESTIONS = {
    "Is the answer right?": _answers,
    "Does it prove anything?": _conclusive,
    "Was the generator on time?": _lateness,
    "Was the machine left alone?": _disturbed,
    "Was the CPU throttled?": _throttled,
    "Was it warm?": _warm,
}
_EXPLAINED = {
    "Is the answer right?": "verified",
    "Does it prove anything?": "inconclusive",
    "Was the generator on time?": "lateness_ms",
    "Was the machine left alone?": "disturbed",
    "Was the CPU throttled?": "throttled_share",
    "Was it warm?": "settled",
    "How much does chance move a figure?": "noise_floor",
    "Which clock?": "clock_offset_ms",
}
