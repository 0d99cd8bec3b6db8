"""Answers as files: one JSON object a line, identity first, in order of identity, so that equal answers are equal bytes.

A row that occurs several times is there as often.
"""

from collections.abc import Iterator
from pathlib import Path

from streamgauge.errors import RequestError
from streamgauge.flow.answer import Answer, AnswerShape
from streamgauge.flow.marks import COPIES
from streamgauge.whole_file import whole_file


def answer_lines(answer: Answer) -> Iterator[bytes]:
    """The lines of the file."""
    import msgspec

    shape = answer.shape
    for identity in sorted(answer.rows, key=_order):
        row, copies = shape.row(identity, answer.rows[identity]), 1
        if shape.is_multiset:
            copies = row.pop(COPIES)
        yield from [msgspec.json.encode(row) + b"\n"] * copies


def write_answer(answer: Answer, path: Path) -> None:
    """Write the file whole or not at all."""
    try:
        with whole_file(path) as half, half.open("wb") as file:
            file.writelines(answer_lines(answer))
    except OSError as error:
        raise RequestError(
            f"the answer cannot be written: {error.strerror}", where=str(path), fix="choose another file"
        ) from None


def read_answer(path: Path, shape: AnswerShape) -> Answer:
    """Read such a file, whoever wrote it; a line that is no row of this answer is an error that names it."""
    import msgspec

    answer = Answer(shape)
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise RequestError(f"the answer cannot be read: {error.strerror}", where=str(path), fix="choose another file") from None
    for number, line in enumerate(lines, start=1):
        try:
            row = msgspec.json.decode(line, type=dict)
        except msgspec.DecodeError as error:
            raise RequestError(f"not a row: {error}", where=f"{path}:{number}", fix="one JSON object a line") from None
        if row.keys() - set(shape.written_columns):
            raise RequestError(
                f"unknown column {min(row.keys() - set(shape.written_columns))!r}",
                where=f"{path}:{number}",
                fix=f"the columns are {', '.join(shape.written_columns)}",
            )
        answer.add(row)
    return answer


def _order(identity: tuple[object, ...]) -> tuple[object, ...]:
    """Nulls first; everything else by its own order."""
    return tuple((each is not None, each) for each in identity)
