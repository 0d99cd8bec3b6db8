"""May two runs be compared? Only if nothing but the engine, its settings or its release can explain a difference."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.report.question import PROPERTY, Defaults, Question, is_same
from streamgauge.report.sections.points import name_of
from streamgauge.runs.reading import Run

Differing = Iterator[tuple[str, object, object]]  # what, and what each run has

# What makes a run of a plan another load: where these differ, so do the questions.
_LOAD = ("rate", "rates", "events", "epochs", "transport.kind", "transport.partitions")
_MACHINE = ("cores", "cpu_model", "architecture")
_GIB = 2**30


def refuse_incomparable(first: Run, second: Run, defaults: Defaults) -> None:
    """Refuse two runs that answer different questions, and say which; a run beside itself; and one that tells nothing."""
    if first.path.resolve() == second.path.resolve() or _is_copy(first, second):
        raise RequestError("both are the same run", where=first.id, fix="streamgauge compare last~1 last")
    for run in (first, second):
        _refuse_telling_nothing(run)
    for what, ours, theirs in _questions(first, second, defaults):
        if ours != theirs:
            raise RequestError(
                f"the runs cannot be compared: {what} is {_words(ours)} in one and {_words(theirs)} in the other",
                where=f"{first.id}, {second.id}",
                fix="compare runs of one experiment, workload, load and machine",
            )


def _is_copy(first: Run, second: Run) -> bool:
    ours, theirs = ((run.manifest.get("run"), run.started) for run in (first, second))
    return ours == theirs and all(ours)


def _refuse_telling_nothing(run: Run) -> None:
    """A try has no figures; without its plan nobody knows what was asked."""
    if run.manifest.get("short"):
        raise RequestError("a short run is a try and has no figures", where=run.id, fix="run the suite without --short")
    if not run.has_plan:
        raise RequestError(
            f"it is not known what was asked: {'; '.join(run.damaged)}",
            where=str(run.path / "plan.toml"),
            fix="restore it, or run again",
        )


def doubts(first: Run, second: Run) -> list[str]:
    """What is to be held against either run, whatever the intervals say."""
    return [doubt for run in (first, second) for doubt in _doubts_of(run)]


def _doubts_of(run: Run) -> Iterator[str]:
    if run.result.get("partial"):
        yield f"{run.id} was cut short: these are the trials that had ended"
    places: dict[str, list[Mapping[str, Any]]] = {}
    for trial in run.result["measured"]:
        places.setdefault(name_of(trial), []).append(trial)
    for name, trials in places.items():
        disturbed, inconclusive = (sum(bool(each.get(flag)) for each in trials) for flag in ("disturbed", "inconclusive"))
        if disturbed:
            yield f"{run.id}: others used the machine in {disturbed} of {len(trials)} trials of {name}"
        if inconclusive:
            yield f"{run.id}: left out as inconclusive: {inconclusive} of {len(trials)} trials of {name}"


def differences(first: Run, second: Run) -> list[str]:
    """What else differs, and may be what the comparison is about."""
    told = []
    for what, ours, theirs in _circumstances(first, second):
        if ours != theirs:
            told.append(f"{what}: {_words(ours)}, then {_words(theirs)}")
    return told


def _questions(first: Run, second: Run, defaults: Defaults) -> Differing:
    for name in ("experiment", "workload"):
        yield f"the {name}", first.result[name], second.result[name]
    ours, theirs = (Question.of_run(run, defaults).settings for run in (first, second))
    properties = sorted(name for name in {*ours, *theirs} if name.startswith(PROPERTY))
    yield from _otherwise_set((*properties, *_LOAD), ours, theirs)
    servers = [each.get("transport.bootstrap_servers") or "one of our own" for each in (ours, theirs)]
    yield "the broker", servers[0], servers[1]
    machines = first.manifest.get("machine", {}), second.manifest.get("machine", {})
    for name in _MACHINE:
        yield f"the machine's {name}", machines[0].get(name), machines[1].get(name)
    yield "the machine's memory in GiB", *(round(each.get("memory_bytes", 0) / _GIB) for each in machines)


def _circumstances(first: Run, second: Run) -> Differing:
    yield "release of streamgauge", first.manifest.get("streamgauge"), second.manifest.get("streamgauge")
    versions = first.manifest.get("versions") or {}, second.manifest.get("versions") or {}
    for name in [name for name in versions[0] if name in versions[1]]:  # only that of what both used can explain anything
        yield f"version of {name}", versions[0][name], versions[1][name]
    yield "seed", first.result.get("seed"), second.result.get("seed")
    yield from _otherwise_set(("seconds", "warmup"), first.plan, second.plan)
    machines = first.manifest.get("machine", {}), second.manifest.get("machine", {})
    for name in ("operating_system", "kernel", "python_version", "java_version"):
        yield name, machines[0].get(name), machines[1].get(name)
    settings = [each.plan.get("transport", {}).get("client_settings") for each in (first, second)]
    yield "file of client settings", settings[0], settings[1]
    rates = _rates(first), _rates(second)
    for place in [place for place in rates[0] if place in rates[1]]:
        yield f"{place}, rate offered", rates[0][place], rates[1][place]  # of `half`, each run has its own
    engines = first.plan.get("engines", {}), second.plan.get("engines", {})
    for engine in sorted({*engines[0]} & {*engines[1]}):
        yield from _each(f"{engine}, option", engines[0][engine], engines[1][engine])


def _rates(run: Run) -> dict[str, object]:
    """What was offered to each engine, at each point."""
    return {name_of(each): each["rate"] for each in run.result["engines"] if "rate" in each}


def _otherwise_set(names: Iterable[str], ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Differing:
    """Those of these settings that differ, however they were written: `--rate 2000` writes a text, a suite a number."""
    for name in names:
        if not is_same(ours.get(name), theirs.get(name)):
            called = name.replace(PROPERTY, "the property ").replace("transport.", "the transport's ")
            yield called, ours.get(name), theirs.get(name)


def _each(what: str, ours: Mapping[str, Any] | None, theirs: Mapping[str, Any] | None) -> Differing:
    for name in sorted({*(ours or {})} | {*(theirs or {})}):
        yield f"{what} {name}", (ours or {}).get(name), (theirs or {}).get(name)


def _words(value: object) -> str:
    return "not given" if value is None or value == "" else str(value)
