"""`streamgauge reference`: the verified answer, as JSON lines."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from streamgauge.cli.options import Json, WorkloadOptions, file_to_write, positive
from streamgauge.cli.screen import print_json, say
from streamgauge.errors import RequestError
from streamgauge.report.broken import broken_text


def reference_command(
    workload: str,
    /,
    *,
    events: int | None = None,
    input: Path | None = None,  # noqa: A002 - the option's name
    to: Path | None = None,
    strict: Annotated[bool, Parameter(negative="")] = False,
    json: Json = False,
    options: WorkloadOptions | None = None,
) -> None:
    """Work out the answer of a workload with the reference engine.

    Parameters
    ----------
    workload:
        The workload's name.
    events:
        How many events of the workload's own stream.
    input:
        A file of wire records instead, one a line, in order of arrival.
    to:
        A file for the answer, one JSON object a line; the screen by default.
    strict:
        Refuse an input with broken records; by default they are passed over and counted.
    json:
        Print a summary as JSON; the answer needs a file then.
    """
    from streamgauge.engines.reference import evaluate
    from streamgauge.experiments.broken import broken_records, refuse_broken
    from streamgauge.experiments.lab import stream_records
    from streamgauge.experiments.outside import without_markers
    from streamgauge.flow.answer_file import answer_lines, write_answer

    plan = (options or WorkloadOptions()).plan(workload)
    configured = plan.configured()
    if (events is None) == (input is None):
        raise RequestError("the input is either --events or --input", where="reference", fix="--events 1000")
    if json and to is None:
        raise RequestError("answer and summary cannot both go to the screen", where="--json", fix="--to FILE")
    if to is not None:
        file_to_write(to, "--to")
    if input is None:
        records = stream_records(configured.stream, positive(events or 0, "--events"))
    else:
        lines: Iterable[bytes] = _lines(input)
        if configured.workload.fit is not None:
            lines = list(lines)  # what is read twice may be a pipe
            configured = configured.workload.configured(plan.properties, plan.seed, lines)
        records = without_markers(lines, input)
    answer = evaluate(configured.flow, records)
    if strict:
        refuse_broken(answer, str(input) if input else None)
    broken = broken_records(answer, are_lines=input is not None)
    if broken["count"]:
        say(broken_text(broken))
    if to is None:
        sys.stdout.buffer.writelines(answer_lines(answer))
        return
    write_answer(answer, to)
    if json:
        print_json("reference", {"workload": workload, "rows": len(answer), "broken": broken, "to": str(to)})
    else:
        say(f"{len(answer):,} rows to {to}")


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            for line in file:
                yield line.rstrip(b"\r\n")
    except OSError as error:
        raise RequestError(f"the input cannot be read: {error.strerror}", where=str(path), fix="--input FILE") from None
