"""A browser for the pages, where there is one."""

from collections.abc import Iterator

import pytest

from .browser import CHROMIUM, Browser, open_browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: pages are not looked at")
    with open_browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened
