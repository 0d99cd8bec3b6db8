"""Reads a rate shape from the text of the command line: `2000`, `max`, or `name:parameter=value,...`."""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields

from streamgauge.errors import RequestError
from streamgauge.names import nearest
from streamgauge.streams.rates.base import RateShape


def read_rate(text: str, shapes: Mapping[str, type[RateShape]]) -> RateShape:
    """The shape, or an error that names the part that is wrong."""
    where = f"rate {text!r}"
    if text.isascii() and text.isdigit():
        text = f"constant:rate={text}"
    name, _, given = text.partition(":")
    if name not in shapes:
        fix = f"{nearest(name, shapes)} (a whole number alone is events per second)"
        raise RequestError(f"there is no rate shape {name!r}", where=where, fix=fix)
    shape = shapes[name]
    return shape(**_read_parameters(shape, given, where))


def _read_parameters(shape: type[RateShape], given: str, where: str) -> dict[str, object]:
    values: dict[str, object] = {}
    for part in given.split(",") if given else ():
        name, is_pair, text = part.partition("=")
        _refuse_part(shape, part, name if is_pair else None, values, where)
        values[name] = _read_value(shape, name, text, where)
    _refuse_gaps(shape, values, where)
    return values


def _refuse_part(shape: type[RateShape], part: str, name: str | None, seen: Iterable[str], where: str) -> None:
    if name is None:
        raise RequestError(f"{part!r} has no value", where=where, fix=f"write it like {shape.example}")
    if name not in shape.kinds():
        what = f"the rate shape {shape.name} has no parameter {name!r}"
        raise RequestError(what, where=where, fix=nearest(name, shape.kinds()))
    if name in seen:
        raise RequestError(f"{name} is given twice", where=where, fix=f"give {name} once")


def _read_value(shape: type[RateShape], name: str, text: str, where: str) -> object:
    try:
        return shape.kinds()[name].read(text)
    except ValueError:
        what = f"{name} = {text!r} is not a number"
        raise RequestError(what, where=where, fix=f"write it like {shape.example}") from None


def _refuse_gaps(shape: type[RateShape], values: Mapping[str, object], where: str) -> None:
    missing = [each.name for each in fields(shape) if each.default is MISSING and each.name not in values]
    if missing:
        what = f"the rate shape {shape.name} needs {' and '.join(missing)}"
        raise RequestError(what, where=where, fix=f"write it like {shape.example}")
