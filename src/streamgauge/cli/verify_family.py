"""`streamgauge verify FAMILY`: one table of many answers."""

from typing import TYPE_CHECKING, Any

from streamgauge.cli.log_folder import LogFolder
from streamgauge.cli.screen import print_json, print_table, say
from streamgauge.errors import ExitCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamgauge.experiments.family_verification import Outcome
    from streamgauge.experiments.verification import VerificationPlan

_COLUMNS = ("workload", "answer", "rows", "missing", "unexpected", "different", "repeated", "written", "seconds")
_COUNTS = ("expected_rows", "missing", "unexpected", "different", "repeated", "written")


def verify_family(name: str, plans: "Sequence[VerificationPlan]", logs: LogFolder, *, as_json: bool) -> ExitCode:
    """Verify them all and tell how each went. One wrong answer makes the whole wrong; a gap of the engine does not."""
    from streamgauge.experiments.family_verification import verify_each

    outcomes = []
    for outcome in verify_each(plans, logs.path, say):
        outcomes.append(outcome)
        say(f"{outcome.plan.workload.name}: {_verdict(outcome)} ({len(outcomes)} of {len(plans)})")
    _print(name, outcomes, as_json=as_json)
    failures = [outcome.failure for outcome in outcomes if outcome.failure]
    if failures:
        logs.is_kept = True
        say(f"the logs are in {logs.path}")
    if any(outcome.is_wrong for outcome in outcomes):
        return ExitCode.WRONG_ANSWER
    return max((failure.exit_code for failure in failures), default=ExitCode.OK)


def _print(name: str, outcomes: "Sequence[Outcome]", *, as_json: bool) -> None:
    plan = outcomes[0].plan
    about = {"family": name, "engine": plan.engine.name, "events": plan.events, "transport": plan.transport.kind}
    if as_json:
        results = [_data(outcome) for outcome in outcomes]
        print_json("verify", about | {"equal": all(each.get("equal", "gap" in each) for each in results), "results": results})
        return
    title = f"{name} on {about['engine']}, {plan.events:,} events through {about['transport']}"
    print_table(title, _COLUMNS, [_row(outcome) for outcome in outcomes])
    for outcome in outcomes:
        for example in outcome.verification.comparison.examples if outcome.verification else ():
            print(f"  {outcome.plan.workload.name}: {example}")


def _verdict(outcome: "Outcome") -> str:
    if outcome.verification is None:
        return f"failed: {outcome.failure.what}" if outcome.failure else outcome.gap
    if outcome.is_wrong:
        return "WRONG"
    return "equal" if outcome.verification.comparison.expected_rows else "equal, empty"


def _row(outcome: "Outcome") -> list[object]:
    counts: list[object] = ["-"] * (len(_COUNTS) + 1)
    if found := outcome.verification:
        counts = [*(getattr(found.comparison, name) for name in _COUNTS), found.seconds]
    return [outcome.plan.workload.name, _verdict(outcome), *counts]


def _data(outcome: "Outcome") -> dict[str, Any]:
    about: dict[str, Any] = {"workload": outcome.plan.workload.name}
    if found := outcome.verification:
        counts = {name: getattr(found.comparison, name) for name in _COUNTS}
        differences = list(found.comparison.examples)
        return about | {"equal": found.comparison.equal} | counts | {"seconds": found.seconds, "differences": differences}
    return about | ({"equal": False, "failure": outcome.failure.what} if outcome.failure else {"gap": outcome.gap})
