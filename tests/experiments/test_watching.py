"""Whether others disturbed a trial."""

import os

import pytest

from streamgauge.experiments import watching
from streamgauge.experiments.watching import resource_figures
from streamgauge.measure.resources import ResourceSample
from streamgauge.measure.usage import Usage


@pytest.mark.parametrize(("others_s", "is_disturbed"), [(3.0, False), (5.0, True)])
def test_others_are_measured_by_the_cores_of_the_host(
    monkeypatch: pytest.MonkeyPatch, others_s: float, is_disturbed: bool
) -> None:
    """Ten seconds on four cores, of which we may use a half of one."""
    monkeypatch.setattr(watching, "usable_cores", lambda: 0.5)
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    usage = Usage([ResourceSample(each * 1000, float(each), {}, others_s * each / 10) for each in (0, 10)])
    assert resource_figures(usage)["disturbed"] is is_disturbed
