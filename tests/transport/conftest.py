"""Names for topics on the broker that all tests share."""

from collections.abc import Callable

import pytest


@pytest.fixture
def new_name(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Names of topics that no other test uses."""
    return lambda suffix: f"{request.node.name}-{suffix}"
