"""Runs the Ivy that PySpark ships, so that jars can be fetched without Maven.

Ivy's settings, caches and local repositories all live in the folder of one run: nothing is taken from the user's home,
where a broken file of another tool would be taken for a good one. `STREAMGAUGE_IVY_SETTINGS` names an Ivy settings file
for those who must use a mirror; a proxy is taken from the usual environment variables.
"""

import importlib.util
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import getproxies
from xml.sax.saxutils import quoteattr

from streamgauge.errors import MachineError
from streamgauge.host.java import require_java
from streamgauge.host.processes import run_told

_CONNECT_TIMEOUT_MS = 15_000
_READ_TIMEOUT_MS = 60_000
_KEPT_LINES = 200


@dataclass(frozen=True, slots=True, order=True)
class Coordinate:
    """A Maven coordinate.

    >>> Coordinate.parse("org.slf4j:slf4j-api:1.7.36").file_name
    'org.slf4j_slf4j-api-1.7.36.jar'
    """

    organisation: str
    module: str
    version: str

    @classmethod
    def parse(cls, text: str) -> "Coordinate":
        organisation, module, version = text.split(":")
        return cls(organisation, module, version)

    @property
    def file_name(self) -> str:
        return f"{self.organisation}_{self.module}-{self.version}.jar"

    def __str__(self) -> str:
        return f"{self.organisation}:{self.module}:{self.version}"


@dataclass(frozen=True, slots=True)
class IvyRun:
    """How a run of Ivy ended."""

    succeeded: bool
    output: tuple[str, ...]

    def complaint(self) -> str:
        """The line of the output that says most about a failure."""
        marks = ("unresolved dependency", "download failed", "server access error", "unknownhost", "not found")
        lines = [line.strip(" :\t") for line in self.output]
        return next((line for mark in marks for line in lines if mark in line.lower()), lines[-1] if lines else "")


def retrieve(
    coordinates: Iterable[Coordinate], *, to: Path, work: Path, transitive: bool, on_line: Callable[[str], None]
) -> IvyRun:
    """Copy the jars of `coordinates` (with all they need, if `transitive`) to `to/ORGANISATION/MODULE/VERSION.jar`.

    A failed run may have copied nothing, and a succeeded one is not to be believed before checksums are compared.
    """
    work.mkdir(parents=True, exist_ok=True)
    module_file = work / "ivy.xml"
    module_file.write_text(_ivy_xml(coordinates, transitive=transitive), encoding="utf-8")
    command = [
        *_java_with_ivy(work),
        *("-ivy", str(module_file), "-cache", str(work / "cache"), "-confs", "default"),
        *("-types", "jar", "bundle", "-retrieve", str(to / "[organisation]" / "[module]" / "[revision].[ext]")),
    ]
    code, kept = run_told(command, on_line, _KEPT_LINES)
    return IvyRun(code == 0, tuple(kept))


def _java_with_ivy(work: Path) -> list[str]:
    settings = os.environ.get("STREAMGAUGE_IVY_SETTINGS")
    return [
        str(require_java().executable),
        f"-Divy.default.ivy.user.dir={work / 'home'}",
        f"-Dsun.net.client.defaultConnectTimeout={_CONNECT_TIMEOUT_MS}",
        f"-Dsun.net.client.defaultReadTimeout={_READ_TIMEOUT_MS}",
        *_proxy_flags(),
        *("-cp", str(_ivy_jar()), "org.apache.ivy.Main"),
        *(("-settings", settings) if settings else ()),
    ]


def _ivy_jar() -> Path:
    spec = importlib.util.find_spec("pyspark")
    folders = [Path(folder) / "jars" for folder in (spec.submodule_search_locations or ())] if spec else []
    jars = [jar for folder in folders for jar in sorted(folder.glob("ivy-*.jar"))]
    if not jars:
        raise MachineError(
            "PySpark's Ivy was not found, which fetches the jars",
            where=", ".join(map(str, folders)) or "no PySpark is installed in this Python",
            fix="install streamgauge again, so that the PySpark it needs comes with it",
        )
    return jars[-1]


def _proxy_flags() -> list[str]:
    """Java does not read `https_proxy`; say it in Java's words."""
    flags = []
    for scheme, proxy in getproxies().items():
        address = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
        if scheme in ("http", "https") and address.hostname:
            flags.append(f"-D{scheme}.proxyHost={address.hostname}")
            flags.append(f"-D{scheme}.proxyPort={address.port or 80}")
    return flags


def _ivy_xml(coordinates: Iterable[Coordinate], *, transitive: bool) -> str:
    configuration = "default->default" if transitive else "default->master"
    dependencies = "\n".join(
        f"    <dependency org={quoteattr(jar.organisation)} name={quoteattr(jar.module)} rev={quoteattr(jar.version)}"
        f' conf="{configuration}" transitive="{str(transitive).lower()}"/>'
        for jar in coordinates
    )
    return f"""<ivy-module version="2.0">
  <info organisation="streamgauge" module="jars"/>
  <configurations><conf name="default"/></configurations>
  <dependencies>
{dependencies}
  </dependencies>
</ivy-module>
"""
