"""`streamgauge verify`: is the answer right?"""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from streamgauge.cli.log_folder import LogFolder
from streamgauge.cli.options import EngineOptions, Json, LimitOptions, TransportOptions, WorkloadOptions, positive
from streamgauge.cli.screen import print_json, say
from streamgauge.cli.verify_family import verify_family
from streamgauge.errors import ExitCode, RequestError
from streamgauge.experiments.plans import EnginePlan, WorkloadPlan
from streamgauge.flow.answer import Comparison
from streamgauge.report.broken import broken_text
from streamgauge.streams.record_file import RecordFile

if TYPE_CHECKING:
    from streamgauge.experiments.verification import VerificationPlan


def verify_command(
    workload: str,
    /,
    *,
    engine: str | None = None,
    events: int | None = None,
    input: Path | None = None,  # noqa: A002 - the option's name
    answer: Path | None = None,
    strict: Annotated[bool, Parameter(negative="")] = False,
    json: Json = False,
    options: WorkloadOptions | None = None,
    transport: TransportOptions | None = None,
    engine_options: EngineOptions | None = None,
    limits: LimitOptions | None = None,
) -> ExitCode:
    """Run a workload on an engine and compare its answer with the reference, row by row; or all of a family, as one table.

    Parameters
    ----------
    workload:
        The workload's name; or that of a family of workloads, such as nexmark, or nexmark-smoke with fewer events.
    engine:
        The engine; spark-microbatch if none is named.
    events:
        How many events: 100,000 by default, or what the family says, or all lines of --input.
    input:
        A file of wire records to send instead of the workload's own, one a line, in order of arrival.
    answer:
        Compare this file of rows, one JSON object a line, whoever made it, instead of running an engine.
    strict:
        Refuse an input with broken records; by default they are passed over and counted.
    json:
        Print JSON.
    """
    from streamgauge.experiments.verification import VerificationPlan
    from streamgauge.workloads.families import load_family

    family = load_family(workload)
    plans = [(options or WorkloadOptions()).plan(name, input) for name in family.workloads]
    count = _count(plans[0], events, family.events)
    if answer is not None:
        if workload not in family.workloads:
            raise RequestError(f"{workload!r} is a family, and an answer is of one workload", where="--answer", fix=plans[0].name)
        if any(each is not None for each in (engine, transport, engine_options, limits)):
            raise RequestError("no engine runs where an answer is given", where="--answer", fix="leave out what is for an engine")
        comparison, broken = _compare_file(plans[0], count, answer, strict=strict)
        return _tell(plans[0], count, {"answer": str(answer)}, comparison, broken, as_json=json)
    transport_plan, limit_plan = (transport or TransportOptions()).plan(), (limits or LimitOptions()).plan()
    name = engine or "spark-microbatch"
    engine_plan = EnginePlan(name, (engine_options or EngineOptions()).for_engine(name))
    verifications = [VerificationPlan(plan, engine_plan, count, transport_plan, limit_plan, strict) for plan in plans]
    with LogFolder() as logs:
        if workload in family.workloads:
            return _run(verifications[0], logs, as_json=json)
        return verify_family(workload, verifications, logs, as_json=json)


def _count(plan: WorkloadPlan, events: int | None, default: int) -> int:
    """How many events there will be."""
    if events is not None:
        positive(events, "--events")
    if plan.input is None:
        return default if events is None else events
    lines = len(RecordFile(Path(plan.input)))
    if events is not None and events > lines:
        raise RequestError(f"the input holds {lines:,} records", where=f"--events {events}", fix=f"--events {lines}, or none")
    return lines if events is None else events


def _run(plan: "VerificationPlan", logs: LogFolder, *, as_json: bool) -> ExitCode:
    from streamgauge.experiments.verification import verify

    found = verify(plan, logs.path, say)
    how = {"engine": plan.engine.name, "transport": plan.transport.kind, "seconds": found.seconds}
    return _tell(plan.workload, plan.events, how, found.comparison, found.broken, as_json=as_json)


def _compare_file(plan: WorkloadPlan, events: int, path: Path, *, strict: bool) -> tuple[Comparison, dict[str, Any]]:
    from streamgauge.experiments.broken import broken_records, refuse_broken
    from streamgauge.experiments.lab import expected_answer
    from streamgauge.flow.answer import AnswerShape, compare
    from streamgauge.flow.answer_file import read_answer

    configured = plan.configured()
    observed = read_answer(path, AnswerShape.of(configured.flow))
    expected = expected_answer(configured, events)
    if strict:
        refuse_broken(expected, plan.input)
    broken = broken_records(expected, are_lines=plan.input is not None)
    return compare(expected, observed, repeats_allowed=False), broken


def _late(plan: WorkloadPlan, events: int) -> int:
    from streamgauge.experiments.lab import stream_records
    from streamgauge.experiments.outside import count_late

    configured = plan.configured()
    return count_late(configured.flow.source, stream_records(configured.stream, events))


def _tell(
    plan: WorkloadPlan, events: int, how: dict[str, Any], comparison: Comparison, broken: dict[str, Any], *, as_json: bool
) -> ExitCode:
    about = {"workload": plan.name, "events": events, "seed": plan.seed, "properties": dict(plan.properties)}
    about |= ({"input": plan.input} if plan.input else {}) | how
    if plan.input and not comparison.equal:
        about |= {"late": _late(plan, events)}
    _print(about | {"broken": broken}, comparison, as_json=as_json)
    return ExitCode.OK if comparison.equal else ExitCode.WRONG_ANSWER


def _print(about: dict[str, Any], comparison: Comparison, *, as_json: bool) -> None:
    counts = asdict(comparison)
    examples = counts.pop("examples")
    if as_json:
        print_json("verify", about | {"equal": comparison.equal} | counts | {"differences": list(examples)})
        return
    verdict = "equal to the reference" if comparison.equal else "WRONG"
    source = f" of {about['input']}" if "input" in about else ""
    print(f"{about['workload']} on {about.get('engine', about.get('answer'))}, {about['events']:,} events{source}: {verdict}")
    print(", ".join(f"{name.replace('_', ' ')} {value:,}" for name, value in counts.items() if name != "repeats_allowed"))
    if not comparison.expected_rows:
        print("the answer is empty: no row comes of these events, so there was none to compare; more --events may lead to some")
    if source or about["broken"]["count"]:
        print(broken_text(about["broken"]))
    if about.get("late"):
        print(f"late: {about['late']:,}, after the watermark: engines need not agree on what becomes of such records")
    for example in examples:
        print(f"  {example}")
