"""`streamgauge reference`: the verified answer, as JSON lines."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from streamgauge.cli.options import Json, WorkloadOptions, file_to_write, positive
from streamgauge.cli.screen import print_json, say
from streamgauge.errors import RequestError

MOST_BROKEN_NAMED = 5


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
    from streamgauge.experiments.lab import stream_records
    from streamgauge.flow.answer_file import answer_lines, write_answer

    configured = (options or WorkloadOptions()).plan(workload).configured()
    if (events is None) == (input is None):
        raise RequestError("the input is either --events or --input", where="reference", fix="--events 1000")
    if json and to is None:
        raise RequestError("answer and summary cannot both go to the screen", where="--json", fix="--to FILE")
    if to is not None:
        file_to_write(to, "--to")
    records = stream_records(configured.stream, positive(events, "--events")) if events is not None else _lines(input)
    answer = evaluate(configured.flow, records)
    _tell_of_broken(answer.broken, str(input or workload), strict=strict)
    if to is None:
        sys.stdout.buffer.writelines(answer_lines(answer))
        return
    write_answer(answer, to)
    if json:
        broken = {"count": len(answer.broken), "first_events": answer.broken[:MOST_BROKEN_NAMED]}
        print_json("reference", {"workload": workload, "rows": len(answer), "broken": broken, "to": str(to)})
    else:
        say(f"{len(answer):,} rows to {to}")


def _tell_of_broken(events: list[int], place: str, *, strict: bool) -> None:
    """Say which records could not be decoded, by the number of their line; event i stands in line i + 1."""
    if not events:
        return
    lines = ", ".join(str(number + 1) for number in events[:MOST_BROKEN_NAMED])
    more = ", ..." if len(events) > MOST_BROKEN_NAMED else ""
    told = f"{len(events):,} broken records, in line {lines}{more}"
    if strict:
        raise RequestError(told, where=f"{place}:{events[0] + 1}", fix="mend them, or leave out --strict to pass them over")
    say(f"{told}: passed over")


def _lines(path: Path | None) -> Iterator[bytes]:
    assert path is not None  # noqa: S101 - one of the two was given
    try:
        with path.open("rb") as file:
            for line in file:
                yield line.rstrip(b"\r\n")
    except OSError as error:
        raise RequestError(f"the input cannot be read: {error.strerror}", where=str(path), fix="--input FILE") from None
