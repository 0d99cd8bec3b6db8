"""Links from a page to the runs that it is made of."""

import os
from pathlib import Path
from urllib.parse import quote

from streamgauge.runs.reading import Run


def link_to(run: Run, place: Path) -> str:
    """The run's own page, or its folder if it has none, as seen from the folder `place`. A name is never taken for more."""
    page = run.path / "report.html"
    return quote(os.path.relpath(page if page.exists() else run.path, place))
