"""Fold in Flink: a kernel of the language in a process function, which keeps a state for each key.

Run by the child, in Flink's environment; the function itself in Python processes that Flink starts. There our package cannot be
imported, because what it needs is not installed, but its kernels can: they need nothing.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any


def fold(environment: Any, statement: dict[str, Any], package: Path) -> None:
    """Make the view that a fold gives. `package` is the folder of ours."""
    from pyflink.common import Types

    types = {"STRING": Types.STRING(), "BIGINT": Types.LONG(), "DOUBLE": Types.DOUBLE(), "BOOLEAN": Types.BOOLEAN()}
    names, kinds = zip(*statement["columns"], strict=True)
    rows = environment.to_data_stream(environment.from_path(statement["fold"]))
    keyed = rows.key_by(lambda row: row[0], key_type=Types.STRING())
    function = _process_function(str(package), statement["kernel"], statement["parameters"], 1 + statement["passing"])
    folded = keyed.process(function, output_type=Types.ROW_NAMED(list(names), [types[kind] for kind in kinds]))
    environment.create_temporary_view(statement["into"], folded)


def _process_function(package: str, kernel_name: str, parameters: dict[str, float], arguments_at: int) -> Any:
    """The function is sent to another process as it is, with all that it refers to."""
    from pyflink.common import Row, Types
    from pyflink.datastream import KeyedProcessFunction
    from pyflink.datastream.state import ValueStateDescriptor

    kernels_of = _kernels

    class Folding(KeyedProcessFunction):  # type: ignore[misc]
        """A row's first column is the key, then come those that pass by the kernel, then its arguments."""

        def open(self, runtime_context: Any) -> None:
            self._kernel = kernels_of(package)[kernel_name]
            self._state = runtime_context.get_state(ValueStateDescriptor("state", Types.PICKLED_BYTE_ARRAY()))

        def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:  # noqa: ARG002
            columns = tuple(value)
            before = self._state.value()
            if before is None:
                before = self._kernel.empty(parameters)
            state, outputs = self._kernel.step(parameters, before, columns[arguments_at:])
            self._state.update(state)
            for output in outputs:
                yield Row(*columns[1:arguments_at], *output)

    return Folding()


def _kernels(package: str) -> Any:
    """The kernels alone: their packages are there by name, but what these import is not."""
    for name in ("streamgauge", "streamgauge.flow"):
        module = ModuleType(name)
        module.__path__ = [str(Path(package, *name.split(".")[1:]))]
        sys.modules.setdefault(name, module)
    from streamgauge.flow.kernels import KERNELS

    return KERNELS
