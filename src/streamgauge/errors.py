"""What can go wrong, and the exit code that says so.

Every error a user can meet is a `StreamgaugeError` with three parts: what happened, where, and what to try. The command
line prints them as three lines; nothing else decides exit codes.
"""

from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """How a command ended; the same for every command and every output format."""

    OK = 0
    OBJECTIVE_MISSED = 1
    WRONG_REQUEST = 2
    WRONG_ANSWER = 3
    ENVIRONMENT = 4
    ENGINE_FAILED = 5
    INCONCLUSIVE = 6
    INTERRUPTED = 130

    @property
    def meaning(self) -> str:
        return _MEANINGS[self]


_MEANINGS = {
    ExitCode.OK: "done; every answer checked was right",
    ExitCode.OBJECTIVE_MISSED: "an objective was missed",
    ExitCode.WRONG_REQUEST: "the request is wrong: an unknown name, a value outside its domain, a step the engine cannot run",
    ExitCode.WRONG_ANSWER: "an engine's answer differs from the reference",
    ExitCode.ENVIRONMENT: "something is missing or broken on this machine; `streamgauge doctor` says what",
    ExitCode.ENGINE_FAILED: "an engine failed or hung",
    ExitCode.INCONCLUSIVE: "the measurement proves nothing, for example because the generator fell behind",
    ExitCode.INTERRUPTED: "interrupted",
}


class StreamgaugeError(Exception):
    """An error meant for a person: what happened, where, and what to try."""

    exit_code: ClassVar[ExitCode] = ExitCode.WRONG_REQUEST

    def __init__(self, what: str, *, where: str, fix: str) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.what}\n  where: {self.where}\n  try:   {self.fix}"


class RequestError(StreamgaugeError):
    """The user asked for something that does not exist or is not allowed."""

    exit_code = ExitCode.WRONG_REQUEST


class DataError(RequestError):
    """The records have no answer: one of them leads to what is an error in the language."""


class AnswerError(StreamgaugeError):
    """An engine's answer is wrong."""

    exit_code = ExitCode.WRONG_ANSWER


class MachineError(StreamgaugeError):
    """This machine lacks something, or something on it is broken."""

    exit_code = ExitCode.ENVIRONMENT


class EngineError(StreamgaugeError):
    """An engine failed or did not end in time."""

    exit_code = ExitCode.ENGINE_FAILED


class InconclusiveError(StreamgaugeError):
    """A measurement that proves nothing."""

    exit_code = ExitCode.INCONCLUSIVE
