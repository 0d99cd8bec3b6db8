"""Java of ours in Spark's JVM, compiled by Janino, which Spark brings along for its own generated code: no JDK is needed."""

from functools import lru_cache
from importlib.resources import files
from typing import Any


@lru_cache
def compiled(jvm: Any, name: str) -> Any:
    """The class of `java/NAME.java`."""
    compiler = jvm.org.codehaus.janino.SimpleCompiler()
    compiler.cook(files(__package__).joinpath("java", f"{name}.java").read_text(encoding="utf-8"))
    return compiler.getClassLoader().loadClass(f"streamgauge.{name}")
