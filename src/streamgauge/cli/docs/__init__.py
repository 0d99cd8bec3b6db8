"""The parts of the documents that come from the code: one page, one file, printed by `make docs`."""

from collections.abc import Callable

from streamgauge.cli.docs.commands import commands_page
from streamgauge.cli.docs.engines import engines_page
from streamgauge.cli.docs.flaws import flaws_page
from streamgauge.cli.docs.functions import functions_page
from streamgauge.cli.docs.numbers import numbers_page
from streamgauge.cli.docs.plans import plans_page
from streamgauge.cli.docs.steps import step_pages
from streamgauge.cli.docs.workloads import workloads_page

PAGES: dict[str, Callable[[], str]] = {
    "cli.md": commands_page,
    "flaws.md": flaws_page,
    "functions.md": functions_page,
    "numbers.md": numbers_page,
    "plans.md": plans_page,
    "support.md": engines_page,
    "workloads.md": workloads_page,
    **step_pages(),
}
