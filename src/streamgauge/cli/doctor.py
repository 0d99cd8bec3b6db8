"""`streamgauge doctor`: what is missing here, and how to mend it."""

from dataclasses import asdict

from streamgauge.cli.checks import CHECKS, Finding
from streamgauge.cli.options import Json
from streamgauge.cli.screen import print_json
from streamgauge.errors import ExitCode

MARKS = {"ok": "ok  ", "warning": "warn", "problem": "FAIL"}


def doctor_command(*, json: Json = False) -> ExitCode:
    """Check this machine: Java, memory, cores, disk, ports, engines, jars, broker.

    Parameters
    ----------
    json:
        Print JSON.
    """
    findings: list[Finding] = []
    for check in CHECKS:
        finding = check(findings)
        findings.append(finding)
        if not json:
            _print(finding)
    is_healthy = all(finding.state != "problem" for finding in findings)
    if json:
        print_json("doctor", {"healthy": is_healthy, "checks": [asdict(finding) for finding in findings]})
    return ExitCode.OK if is_healthy else ExitCode.ENVIRONMENT


def _print(finding: Finding) -> None:
    print(f"{MARKS[finding.state]}  {finding.check:<9} {finding.fact}", flush=True)
    if finding.where:
        print(f"      {'':<9} where: {finding.where}", flush=True)
    if finding.fix:
        print(f"      {'':<9} try:   {finding.fix}", flush=True)
