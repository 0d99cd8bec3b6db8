"""What this machine is, as far as it can change a measurement: for a run's manifest and for `doctor`."""

import os
import platform
import resource
import shutil
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from streamgauge.errors import MachineError
from streamgauge.host import cgroup
from streamgauge.host.java import find_java


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
    return MachineFacts(
        cores=usable_cores(),
        cores_of_host=os.cpu_count() or 1,
        cpu_model=_cpu_model(),
        memory_bytes=_least(memory.total, cgroup.memory_limit_bytes()),
        memory_available_bytes=_least(memory.available, cgroup.memory_left_bytes()),
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
    return min(float(affinity), cgroup.quota_cores() or affinity)


def disk_free_bytes(path: Path) -> int:
    """Free space where `path` lies, or would lie."""
    folder = path.absolute()
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def _least(whole: int, limit: int | None) -> int:
    return whole if limit is None else min(whole, limit)


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine())


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
