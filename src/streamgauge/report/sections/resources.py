"""What it took: cores and memory of every role."""

from dataclasses import replace

from streamgauge.report.tables.general import resource_table
from streamgauge.report.view import Section
from streamgauge.runs.reading import Run


def resource_section(run: Run, prefix: str) -> Section:  # noqa: ARG001 - nothing is drawn
    has_resources = all("resources" in each for each in run.result["engines"])
    return Section("resources", "What it took", tables=[replace(resource_table(run.result), title="")] if has_resources else [])
