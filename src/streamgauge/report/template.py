"""Templates filled with data; everything is escaped but the charts that we drew ourselves."""

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.report.tables import Table
from streamgauge.report.visible import visible

_SMALL = 0.1
_LEAST, _MOST = 0.01, 10
_UNIT = re.compile(r"(?<=\d) (?=(?:ms|s|MB|GiB|cores|records/s)\b|%)")


def render(template: str, values: Mapping[str, Any]) -> str:
    """The page as text."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("streamgauge.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters |= {each.__name__: each for each in (cell, cells, definition, times, tone, unbroken, wordy)}
    environment.tests["defined_number"] = lambda name: name in DEFINITIONS
    return environment.get_template(template).render(values) + "\n"


def _shown(value: object) -> object:
    """What is set into a template: text as it is seen; what we drew ourselves, as it is."""
    return visible(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def unbroken(text: str) -> str:
    """Words in which a number and its unit stay on one line.

    >>> unbroken("within 5 ms, 99 % of them").replace("\u00a0", "_")
    'within 5_ms, 99_% of them'
    """
    return _UNIT.sub("\u00a0", text)


def definition(text: str) -> str:
    """The definition that a figure's name leads to, empty if there is none.

    >>> definition("resources.engine.cores"), definition("latency_ms.p99 < 250"), definition("speed")
    ('cores', 'latency_ms', '')
    """
    figure = (text.split() or [""])[0]
    return next((part for part in reversed(figure.split(".")) if part in DEFINITIONS), "")


def wordy(table: Table) -> list[bool]:
    """Which columns hold words and not numbers: these stand to the left."""
    return [any(_is_word(row[column]) for row in table.rows) for column in range(len(table.headings))]


def _is_word(value: object) -> bool:
    return isinstance(value, str) and value not in ("-", "never") and value[:1] not in "+-0123456789"


def tone(text: str) -> str:
    """How a cell is set, beside its mark and its words: nothing is said by colour alone."""
    if text.startswith(("✗", "WRONG")) or text == "worse":
        return "bad"
    if text.startswith("✓") or text == "better":
        return "good"
    return "doubt" if text.startswith("!") else ""


def cells(table: Table) -> list[tuple[str, ...]]:
    """The rows of a table as text."""
    return [*zip(*(column([row[number] for row in table.rows]) for number in range(len(table.headings))), strict=True)]


def column(values: Sequence[object]) -> list[str]:
    """The values of a column; small numbers with as many places each, so that they stand below each other.

    >>> column([0.96, 0.8, 1]), column([470.52, 5.0]), column([0.001, 2.5]), column(["-", 1.25])
    (['0.96', '0.80', '1.00'], ['471', '5'], ['0.001', '2.5'], ['-', '1.2'])
    """
    found = [value for value in values if isinstance(value, int | float)]
    is_small = all(value == 0 or _LEAST <= abs(value) < _MOST for value in found)
    if not is_small or all(isinstance(value, bool) or value == int(value) for value in found):
        return [cell(value) for value in values]
    places = 2 if any(abs(value) < 1 for value in found) else 1
    return [f"{value:.{places}f}" if isinstance(value, int | float) else cell(value) for value in values]


def times(ratio: float) -> str:
    """How many times as much; the script of the index writes it in the same way.

    >>> times(4.0), times(0.0141)
    ('4.00', '0.014')
    """
    return f"{ratio:.2f}" if ratio >= _SMALL else f"{ratio:.3f}"


def cell(value: object) -> str:
    """A value as it stands in a table.

    >>> cell(123.678), cell(12.345), cell(0.12345), cell(4.0), cell("x"), cell(True)
    ('124', '12.3', '0.123', '4', 'x', 'yes')
    """
    match value:
        case bool():
            return "yes" if value else "NO"
        case int():
            return f"{value:,}"
        case float() if not isfinite(value):
            return "-"
        case float() if value == int(value) or abs(value) >= 100:  # noqa: PLR2004 - no one reads decimals behind hundreds
            return f"{value:,.0f}"
        case float():
            return f"{value:,.1f}" if abs(value) >= 1 else f"{value:.3g}"
        case _:
            return str(value)
