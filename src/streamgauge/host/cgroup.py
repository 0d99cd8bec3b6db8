"""The limits that a container or a service manager puts on us (Linux control groups, version 2; throttling also of version 1).

Every group from ours up to the root limits us, so the least limit counts. Where there are no groups there is no limit.
"""

from collections.abc import Iterator
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_OURS = Path("/proc/self/cgroup")


def quota_cores() -> float | None:
    """How many cores' worth of time we get; None if it is not limited."""
    limits = (text.split() for text in _in_each_group("cpu.max"))
    return min((int(quota) / int(period) for quota, period in limits if quota != "max"), default=None)


def memory_limit_bytes() -> int | None:
    """How much memory we may use; None if it is not limited."""
    return min((int(text) for text in _in_each_group("memory.max") if text != "max"), default=None)


def memory_left_bytes() -> int | None:
    """What is left of the limit; files that the system caches for us count as left. None if it is not limited."""
    return min((left for group in _groups() if (left := _left_in(group)) is not None), default=None)


def throttling() -> dict[str, float]:
    """How many periods a CPU limit has been watched for, and in how many it held us back, so far; empty if that is not told."""
    stats = [dict(line.split() for line in text.splitlines()) for text in (*_in_each_group("cpu.stat"), *_of_version_1())]
    told = [each for each in stats if {"nr_periods", "nr_throttled"} <= each.keys()]
    worst = max(told, key=lambda each: int(each["nr_throttled"]), default=None)
    return {"periods": float(worst["nr_periods"]), "throttled_periods": float(worst["nr_throttled"])} if worst else {}


def _of_version_1() -> Iterator[str]:
    """The statistics of our CPU group where there are several trees of groups, one of them for the CPU."""
    parts = [line.split(":", 2) for line in (_read(_OURS) or "").splitlines()]
    places = [_ROOT / kinds / path.lstrip("/") for _, kinds, path in parts if "cpu" in kinds.split(",")]
    return (text for place in places if (text := _read(place / "cpu.stat")))


def _left_in(group: Path) -> int | None:
    limit = _read(group / "memory.max")
    if limit is None or limit == "max":
        return None
    statistics = dict(line.split() for line in (_read(group / "memory.stat") or "").splitlines())
    used = int(_read(group / "memory.current") or 0) - int(statistics.get("inactive_file", 0))
    return max(0, int(limit) - used)


def _in_each_group(name: str) -> Iterator[str]:
    return (text for group in _groups() if (text := _read(group / name)))


def _groups() -> list[Path]:
    """Our group and those above it."""
    lines = (_read(_OURS) or "").splitlines()
    ours = next((line.removeprefix("0::/") for line in lines if line.startswith("0::/")), "")
    group = _ROOT / ours
    return [group, *(parent for parent in group.parents if parent.is_relative_to(_ROOT))]


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return None
