"""Templates filled with data; everything is escaped but the charts that we drew ourselves."""

from collections.abc import Mapping
from typing import Any

from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.report.tables import Table


def render(template: str, values: Mapping[str, Any]) -> str:
    """The page as text."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("streamgauge.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"cell": cell, "definition": definition, "tone": tone, "wordy": wordy}
    environment.tests["defined_number"] = lambda name: name in DEFINITIONS
    return environment.get_template(template).render(values) + "\n"


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


def cell(value: object) -> str:
    """A value as it stands in a table.

    >>> cell(12345.678), cell(0.12345), cell(4.0), cell("x"), cell(True)
    ('12,346', '0.123', '4', 'x', 'yes')
    """
    match value:
        case bool():
            return "yes" if value else "NO"
        case int():
            return f"{value:,}"
        case float() if value == int(value) or abs(value) >= 1000:  # noqa: PLR2004 - no one reads decimals behind thousands
            return f"{value:,.0f}"
        case float():
            return f"{value:,.1f}" if abs(value) >= 1 else f"{value:.3g}"
        case _:
            return str(value)
