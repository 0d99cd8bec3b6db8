"""What this machine is, as far as it can change a measurement: for a run's manifest and for `doctor`."""

import os
import platform
import resource
import shutil
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from streamgauge.errors import MachineError
from streamgauge.host.java import find_java

_CGROUP = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """The machine as this process may use it: in a container, its limits and not the host's."""

    cores: float
    cores_of_host: int
    cpu_model: str
    memory_bytes: int
    memory_available_bytes: int
    swap_used_bytes: int
    disk_free_bytes: int
    load_average: tuple[float, float, float]
    open_files_limit: int | None
    operating_system: str
    kernel: str
    architecture: str
    python_version: str
    java_version: str | None


def machine_facts(disk_path: Path) -> MachineFacts:
    """The facts now; `disk_path` is where data will be written, and may not exist yet."""
    memory = psutil.virtual_memory()
    limit, left = _cgroup_memory(memory.total, memory.available)
    return MachineFacts(
        cores=usable_cores(),
        cores_of_host=os.cpu_count() or 1,
        cpu_model=_cpu_model(),
        memory_bytes=limit,
        memory_available_bytes=left,
        swap_used_bytes=psutil.swap_memory().used,
        disk_free_bytes=disk_free_bytes(disk_path),
        load_average=os.getloadavg(),
        open_files_limit=_open_files_limit(),
        operating_system=_operating_system(),
        kernel=platform.release(),
        architecture=platform.machine(),
        python_version=platform.python_version(),
        java_version=_java_version(),
    )


def usable_cores() -> float:
    """Cores this process may keep busy: its affinity, or the quota of its control group where that is less."""
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(float(affinity), _cgroup_quota_cores() or affinity)


def disk_free_bytes(path: Path) -> int:
    """Free space where `path` lies, or would lie."""
    folder = path.absolute()
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def _cgroup_quota_cores() -> float | None:
    """The least quota from our control group up to the root: each of them limits us."""
    quotas = []
    for text in _from_our_group_up("cpu.max"):
        quota, _, period = text.partition(" ")
        if quota != "max":
            quotas.append(int(quota) / int(period))
    if not quotas and (v1 := _read(_CGROUP / "cpu" / "cpu.cfs_quota_us")) and int(v1) > 0:
        quotas.append(int(v1) / int(_read(_CGROUP / "cpu" / "cpu.cfs_period_us") or 100_000))
    return min(quotas, default=None)


def _cgroup_memory(total: int, available: int) -> tuple[int, int]:
    """The memory we may use and what is left of it; caches count as left, as they do for the whole machine."""
    for limit_name, used_name, stat_key in (
        ("memory.max", "memory.current", "inactive_file"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes", "total_inactive_file"),
    ):
        for folder in _our_groups() if "/" not in limit_name else [_CGROUP]:
            limit = _read(folder / limit_name)
            if limit and limit != "max" and int(limit) < total:
                used = int(_read(folder / used_name) or 0) - _stat(folder / Path(limit_name).parent, stat_key)
                total, available = int(limit), min(available, max(0, int(limit) - used))
    return total, available


def _stat(folder: Path, key: str) -> int:
    lines = dict(line.split() for line in (_read(folder / "memory.stat") or "").splitlines())
    return int(lines.get(key, 0))


def _our_groups() -> list[Path]:
    """Our control group (version 2) and those above it."""
    ours = next((line[3:] for line in (_read(Path("/proc/self/cgroup")) or "").splitlines() if line.startswith("0::")), "/")
    group = _CGROUP / ours.lstrip("/")
    return [group, *(parent for parent in group.parents if parent.is_relative_to(_CGROUP))]


def _from_our_group_up(name: str) -> list[str]:
    return [text for group in _our_groups() if (text := _read(group / name))]


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return None


def _cpu_model() -> str:
    for line in (_read(Path("/proc/cpuinfo")) or "").splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def _operating_system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return f"{platform.system()} {platform.release()}"


def _open_files_limit() -> int | None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def _java_version() -> str | None:
    try:
        return find_java().version
    except MachineError:
        return None
