"""Figures from resource samples whose values are known."""

import json

import pytest

from streamgauge.measure.resources import ResourceSample, RoleSample
from streamgauge.measure.usage import Usage


def sample(second: int, cpu_s: float | None, *, rss: int = 100, others_s: float = 0.0, **figures: float) -> ResourceSample:
    roles = {} if cpu_s is None else {"engine": RoleSample(cpu_s * 0.75, cpu_s * 0.25, rss, 1)}
    return ResourceSample(1_700_000_000_000 + second * 1000, float(second), roles, others_s, figures)


USAGE = Usage(
    [
        sample(0, None),
        sample(1, 1.0, rss=100, others_s=0.5),
        sample(2, 3.0, rss=300, others_s=0.5, gc_s=0.1),
        sample(4, 4.0, rss=200, others_s=1.5, gc_s=0.2),
    ]
)


def test_use_of_a_role() -> None:
    use = USAGE.of("engine")
    assert use is not None
    assert (use.cpu_s, use.cores, use.rss_mean_bytes, use.rss_max_bytes) == (4.0, 1.0, 150.0, 300)
    assert use.utilisation(2) == 0.5
    assert use.to_data() == {"cpu_s": 4.0, "cores": 1.0, "rss_mean_bytes": 150.0, "rss_max_bytes": 300}


def test_what_grew() -> None:
    assert USAGE.grown("gc_s") == pytest.approx(0.1)
    assert USAGE.grown("other") is None


def test_use_over_time() -> None:
    assert USAGE.busy_cores("engine").tolist() == [1.0, 2.0, 0.5]
    assert USAGE.rss_bytes("engine").tolist() == [0, 100, 300, 200]
    assert USAGE.roles == ["engine"]
    assert USAGE.others_cores() == pytest.approx(1.5 / 4)


def test_a_stretch_of_time() -> None:
    part = USAGE.between(1_700_000_001_000, 1_700_000_002_000)
    use = part.of("engine")
    assert use is not None
    assert (use.cpu_s, use.cores) == (2.0, 2.0)
    assert part.others_cores() == 0


def test_what_was_used_over_a_time_that_begins_and_ends_between_samples() -> None:
    part = USAGE.over(1_700_000_001_500, 1_700_000_003_000)
    use = part.of("engine")
    assert use is not None
    assert (use.cpu_s, use.cores) == (pytest.approx(1.5), pytest.approx(1.0))
    assert (use.rss_mean_bytes, use.rss_max_bytes) == (250.0, 300)
    assert part.others_cores() == pytest.approx(0.5 / 1.5)
    assert part.grown("gc_s") == pytest.approx(0.05)


def test_a_time_without_a_sample_in_it_and_one_that_is_too_short() -> None:
    use = USAGE.over(1_700_000_002_500, 1_700_000_003_500).of("engine")
    assert use is not None
    assert (use.cpu_s, use.cores) == (pytest.approx(0.5), pytest.approx(0.5))
    assert USAGE.over(1_700_000_002_500, 1_700_000_003_499).of("engine") is None
    assert Usage([]).over(1_700_000_001_000, 1_700_000_003_000).of("engine") is None


def test_what_lies_beyond_the_samples_is_left_out() -> None:
    part = USAGE.over(1_699_999_999_000, 1_700_000_009_000)
    assert part.of("engine") == USAGE.of("engine")
    assert USAGE.over(1_700_000_003_500, 1_700_000_009_000).of("engine") is None


@pytest.mark.parametrize("samples", [(), USAGE.samples[:1]])
def test_no_time_passed(samples: tuple[ResourceSample, ...]) -> None:
    assert Usage(samples).of("engine") is None
    assert Usage(samples).others_cores() is None


def test_a_role_that_was_never_there() -> None:
    use = USAGE.of("sender")
    assert use is not None
    assert (use.cpu_s, use.rss_max_bytes) == (0.0, 0)


def test_columns() -> None:
    data = USAGE.to_data()
    assert json.loads(json.dumps(data)) == data
    assert data["engine_cpu_s"] == [0.0, 1.0, 3.0, 4.0]
    assert data["gc_s"] == [None, None, 0.1, 0.2]
    assert {len(column) for column in data.values()} == {4}
