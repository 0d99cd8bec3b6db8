"""The machine of a run, and what ran on it, in a few words."""

from streamgauge.runs.reading import Run

_GIB = 2**30


def machine_of(run: Run) -> str:
    machine = run.manifest.get("machine", {})
    cores = f"{machine['cores']:g} cores" if isinstance(machine.get("cores"), int | float) else ""
    memory = f"{machine['memory_bytes'] / _GIB:.0f} GiB" if isinstance(machine.get("memory_bytes"), int | float) else ""
    told = (str(machine.get("cpu_model", "unknown CPU")), cores, memory, machine.get("operating_system"))
    return ", ".join(filter(None, told))


def software_of(run: Run) -> str:
    """Releases, as far as the manifest names them."""
    machine = run.manifest.get("machine", {})
    known = {"streamgauge": run.manifest.get("streamgauge"), **(run.manifest.get("versions") or {})}
    known |= {"Java": machine.get("java_version"), "Python": machine.get("python_version")}
    return ", ".join(f"{name} {version}" for name, version in known.items() if version)
