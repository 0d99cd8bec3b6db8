"""The page of the numbers: what each figure in a result means."""

from streamgauge.cli.docs.markdown import code, page, table
from streamgauge.measure.definitions import DEFINITIONS


def numbers_page() -> str:
    return page(
        "Numbers",
        "Every figure that `streamgauge run` prints or keeps, by its name in `result.json`. How they are measured: "
        "[measuring.md](../measuring.md).",
        table(("name", "unit", "meaning"), [(code(each.name), each.unit or "-", each.meaning) for each in DEFINITIONS.values()]),
    )
