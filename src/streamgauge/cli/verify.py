"""`streamgauge verify`: is the answer right?"""

import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from streamgauge.cli.options import EngineOptions, Json, LimitOptions, TransportOptions, WorkloadOptions, positive
from streamgauge.cli.screen import print_json, say
from streamgauge.errors import EngineError, ExitCode, MachineError
from streamgauge.experiments.plans import EnginePlan, Limits, TransportPlan, WorkloadPlan
from streamgauge.flow.answer import Comparison


def verify_command(
    workload: str,
    /,
    *,
    engine: str = "spark-microbatch",
    events: int = 100_000,
    answer: Path | None = None,
    json: Json = False,
    options: WorkloadOptions | None = None,
    transport: TransportOptions | None = None,
    engine_options: EngineOptions | None = None,
    limits: LimitOptions | None = None,
) -> ExitCode:
    """Run a workload on an engine and compare its answer with the reference, row by row.

    Parameters
    ----------
    workload:
        The workload's name.
    engine:
        The engine.
    events:
        How many events.
    answer:
        Compare this file of rows, one JSON object a line, whoever made it, instead of running an engine.
    json:
        Print JSON.
    """
    plan = (options or WorkloadOptions()).plan(workload)
    positive(events, "--events")
    about: dict[str, Any] = {"workload": workload, "events": events, "seed": plan.seed, "properties": dict(plan.properties)}
    if answer is not None:
        comparison = _compare_file(plan, events, answer)
        about |= {"answer": str(answer)}
    else:
        transport_plan = (transport or TransportOptions()).plan()
        engine_plan = EnginePlan(engine, (engine_options or EngineOptions()).for_engine(engine))
        verification = _run(plan, engine_plan, events, transport_plan, (limits or LimitOptions()).plan())
        comparison = verification.comparison
        about |= {"engine": engine, "transport": transport_plan.kind, "seconds": verification.seconds}
    _print(about, comparison, as_json=json)
    return ExitCode.OK if comparison.equal else ExitCode.WRONG_ANSWER


def _run(workload: WorkloadPlan, engine: EnginePlan, events: int, transport: TransportPlan, limits: Limits) -> Any:
    from streamgauge.experiments.verification import VerificationPlan, verify

    with ExitStack() as stack:
        logs = Path(tempfile.mkdtemp(prefix="streamgauge-logs-"))
        stack.callback(shutil.rmtree, logs, ignore_errors=True)
        try:
            return verify(VerificationPlan(workload, engine, events, transport, limits), logs, say)
        except (EngineError, MachineError):
            if any(logs.iterdir()):
                stack.pop_all()  # the logs stay: the error names them
            raise


def _compare_file(plan: WorkloadPlan, events: int, path: Path) -> Comparison:
    from streamgauge.experiments.lab import expected_answer
    from streamgauge.flow.answer import AnswerShape, compare
    from streamgauge.flow.answer_file import read_answer

    configured = plan.configured()
    observed = read_answer(path, AnswerShape.of(configured.flow))
    return compare(expected_answer(configured, events), observed, repeats_allowed=False)


def _print(about: dict[str, Any], comparison: Comparison, *, as_json: bool) -> None:
    counts = asdict(comparison)
    examples = counts.pop("examples")
    if as_json:
        print_json("verify", about | {"equal": comparison.equal} | counts | {"differences": list(examples)})
        return
    verdict = "equal to the reference" if comparison.equal else "WRONG"
    print(f"{about['workload']} on {about.get('engine', about.get('answer'))}, {about['events']:,} events: {verdict}")
    print(", ".join(f"{name.replace('_', ' ')} {value:,}" for name, value in counts.items() if name != "repeats_allowed"))
    for example in examples:
        print(f"  {example}")
