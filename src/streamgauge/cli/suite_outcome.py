"""What became of a suite, and which exit code says so."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from streamgauge.cli.run import worst_code
from streamgauge.errors import ExitCode, MachineError, RequestError, StreamgaugeError
from streamgauge.report.tables.engines import engine_tables
from streamgauge.report.tables.table import Table

if TYPE_CHECKING:
    from streamgauge.suites import SuitePlan


@dataclass(slots=True)
class Outcome:
    """What became of a suite: the results, and what could not be run or failed, with the reason."""

    is_short: bool = False
    results: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    failed: list[StreamgaugeError] = field(default_factory=list)
    to_set_up: dict[str, None] = field(default_factory=dict)  # the commands that set up engines which were left out

    def add(self, results: list[dict[str, Any]], plan: "SuitePlan") -> None:
        """Results of a plan, with what it is about."""
        self.results += [each | {"about": self.about(plan), "published": plan.published} for each in results]

    def leave_out(self, what: str, why: StreamgaugeError) -> None:
        """Note what is not run: the engine cannot, or it is not set up."""
        if isinstance(why, MachineError):
            self.skipped.append(f"{what}: not set up; {why.fix}")
            self.to_set_up[why.fix] = None
        else:
            self.skipped.append(f"{what}: {why.what}")

    def nothing_left(self, suite: str) -> StreamgaugeError:
        """The error that nothing is run at all; that engines are not set up can be mended."""
        more = f", and {len(self.skipped) - 1} more" if len(self.skipped) > 1 else ""
        what = f"nothing of it can be run here: {self.skipped[0]}{more}"
        if self.to_set_up:
            return MachineError(what, where=f"suite {suite}", fix=", then ".join(self.to_set_up))
        return RequestError(what, where=f"suite {suite}", fix="another --engine; streamgauge show WORKLOAD says which can run it")

    def about(self, plan: "SuitePlan") -> str:
        from streamgauge.experiments.short import MARK

        return f"{plan.about} ({MARK})" if self.is_short else plan.about

    @property
    def code(self) -> ExitCode:
        """A failure counts most, and the first of them; of a try, which proves nothing by itself, only that or a wrong answer."""
        if failed := [each for each in self.failed if self.counts(each)]:
            return failed[0].exit_code
        worst = worst_code(self.results)
        return ExitCode.OK if self.is_short and worst is not ExitCode.WRONG_ANSWER else worst

    def counts(self, error: StreamgaugeError) -> bool:
        """Is it a failure? A try that proves nothing is none."""
        return not (self.is_short and error.exit_code is ExitCode.INCONCLUSIVE)

    @property
    def tables(self) -> list[Table]:
        """The engines of the suite side by side; a try has no figures to set there."""
        return [] if self.is_short else engine_tables(self.results)
