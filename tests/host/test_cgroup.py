"""Limits of control groups, from folders that look like theirs."""

from pathlib import Path

import pytest

from streamgauge.host import cgroup


@pytest.fixture
def group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Our group `pod/ours` below a root without limits."""
    (tmp_path / "self").write_text("0::/pod/ours\n")
    ours = tmp_path / "root" / "pod" / "ours"
    ours.mkdir(parents=True)
    monkeypatch.setattr(cgroup, "_ROOT", tmp_path / "root")
    monkeypatch.setattr(cgroup, "_OURS", tmp_path / "self")
    return ours


def test_no_limits(group: Path) -> None:
    (group / "cpu.max").write_text("max 100000\n")
    (group / "memory.max").write_text("max\n")
    assert (cgroup.quota_cores(), cgroup.memory_limit_bytes(), cgroup.memory_left_bytes()) == (None, None, None)


def test_the_least_limit_on_the_way_up_counts(group: Path) -> None:
    (group / "cpu.max").write_text("400000 100000\n")
    (group.parent / "cpu.max").write_text("150000 100000\n")
    (group / "memory.max").write_text("1000\n")
    (group / "memory.current").write_text("700\n")
    (group / "memory.stat").write_text("anon 400\ninactive_file 300\n")
    (group.parent / "memory.max").write_text("2000\n")
    (group.parent / "memory.current").write_text("1900\n")
    assert cgroup.quota_cores() == 1.5
    assert cgroup.memory_limit_bytes() == 1000
    assert cgroup.memory_left_bytes() == 100


def test_the_group_that_is_held_back_most_counts(group: Path) -> None:
    assert cgroup.throttling() == {}
    (group / "cpu.stat").write_text("usage_usec 5\nnr_periods 100\nnr_throttled 3\nthrottled_usec 7\n")
    (group.parent / "cpu.stat").write_text("usage_usec 9\nnr_periods 90\nnr_throttled 30\nthrottled_usec 70\n")
    assert cgroup.throttling() == {"periods": 90.0, "throttled_periods": 30.0}


@pytest.mark.usefixtures("group")
def test_throttling_by_groups_of_version_1(tmp_path: Path) -> None:
    (tmp_path / "self").write_text("2:cpu,cpuacct:/ours\n0::/\n")
    place = tmp_path / "root" / "cpu,cpuacct" / "ours"
    place.mkdir(parents=True)
    (place / "cpu.stat").write_text("nr_periods 10\nnr_throttled 1\nthrottled_time 7\n")
    assert cgroup.throttling() == {"periods": 10.0, "throttled_periods": 1.0}
