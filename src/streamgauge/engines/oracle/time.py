"""Arithmetic with event times."""

TIME = "_time"  # the column with a row's event time, in milliseconds


def floored(time: str, step_ms: int) -> str:
    """A time rounded down to a multiple of the step, before 1970 too."""
    return f"{time} - (({time} % {step_ms}) + {step_ms}) % {step_ms}"
