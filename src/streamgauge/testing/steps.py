"""Every step: the answer equals the reference's, in order and out of order within the watermark's delay."""

from collections.abc import Callable

import pytest

from streamgauge.testing.opened import OpenEngine
from streamgauge.testing.step_flows import FLOWS, in_order, out_of_order


class StepTests:
    """The flows in `step_flows.py`."""

    @pytest.mark.parametrize("records", [out_of_order, in_order], ids=lambda make: make.__name__)
    @pytest.mark.parametrize("name", FLOWS)
    def test_step(self, open_engine: OpenEngine, name: str, records: Callable[[], list[bytes]]) -> None:
        open_engine.check(FLOWS[name], records())
