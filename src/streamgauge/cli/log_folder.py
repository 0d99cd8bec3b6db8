"""A folder for what engines log, which stays only if somebody must look into it."""

import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from streamgauge.errors import EngineError, MachineError


class LogFolder:
    """Removed in the end, unless `is_kept` was set, or an error came that names it; an empty one always is."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="streamgauge-logs-"))
        self.is_kept = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        is_wanted = self.is_kept or isinstance(error, EngineError | MachineError)
        if not is_wanted or not any(self.path.iterdir()):
            shutil.rmtree(self.path, ignore_errors=True)
