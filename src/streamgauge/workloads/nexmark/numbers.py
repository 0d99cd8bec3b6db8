"""Whole-number arithmetic and times of day as expressions."""

DAY_MS = 86_400_000


def divided(number: str, by: int | str) -> str:
    """The quotient, rounded towards zero. `/` gives a DOUBLE, which holds whole quotients up to 2^53 exactly."""
    return f"cast(({number} - ({number}) % ({by})) / ({by}) as long)"


def floored(time: str, step_ms: int) -> str:
    """A time rounded down to a multiple of the step, before 1970 too."""
    return f"{time} - (({time} % {step_ms}) + {step_ms}) % {step_ms}"


DAY = floored("dateTime", DAY_MS)
HOUR = divided(f"(dateTime - ({DAY}))", 3_600_000)
MINUTE_OF_DAY = divided(f"(dateTime - ({DAY}))", 60_000)


def two_digits(number: str) -> str:
    return f"substring(cast(100 + {number} as string), 2, 2)"
