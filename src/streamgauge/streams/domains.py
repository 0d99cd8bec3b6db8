"""Parameters that refuse a value outside their domain, with an error that names both."""

from decimal import Decimal

from streamgauge.errors import RequestError

MOST_PLACES = 6


def require(holds: bool, *, where: str, parameter: str, value: object, domain: str) -> None:
    """Refuse `value` unless its condition holds."""
    if not holds:
        raise RequestError(f"{parameter} = {value!r} is outside its domain", where=where, fix=f"give {parameter} {domain}")


def require_whole(value: int, low: int, high: int, *, where: str, parameter: str) -> None:
    """A whole number in [low, high]."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    domain = f"a whole number from {low} to {high}"
    require(is_whole and low <= value <= high, where=where, parameter=parameter, value=value, domain=domain)


def require_decimal(value: float, low: int, high: int, *, where: str, parameter: str, above_low: bool = False) -> None:
    """A decimal in [low, high], or (low, high] if `above_low`, with at most six places."""
    is_number = isinstance(value, int | float | Decimal)
    exact = exact_decimal(value) if is_number else Decimal("NaN")
    inside = exact.is_finite() and low <= exact <= high and not (above_low and exact == low)
    bounds = f"above {low} and at most {high}" if above_low else f"from {low} to {high}"
    domain = f"a number {bounds}, with at most {MOST_PLACES} decimal places"
    require(inside and _places(exact) <= MOST_PLACES, where=where, parameter=parameter, value=value, domain=domain)


def exact_decimal(value: float) -> Decimal:
    """The decimal that the number's text says: 0.1 is one tenth, not the binary fraction nearest to it."""
    return Decimal(str(value))


def _places(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
