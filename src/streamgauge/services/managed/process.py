"""A service that runs on loopback for a while: its process under a guard, its data in a folder of its own."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

from streamgauge.errors import MachineError
from streamgauge.host.ports import free_ports, is_listening
from streamgauge.host.processes import GuardedProcess, tail

_START_TIMEOUT_S, _START_PAUSE_S, _GRACE_S, _TRIES = 30.0, 0.05, 5.0, 3


class LoopbackService(ABC):
    """A running service; its log is `NAME.log` in the folder of logs."""

    name: ClassVar[str]
    port_count: ClassVar[int] = 1

    def __init__(self, folder: Path, logs: Path, ports: Sequence[int]) -> None:
        self.folder, self.ports = folder, ports
        self._log = logs / f"{self.name}.log"
        self._process: GuardedProcess | None = None

    @classmethod
    def start(cls, folder: Path, logs: Path) -> Self:
        """Start it on free ports; return when it takes connections."""
        folder.mkdir(parents=True, exist_ok=True)
        logs.mkdir(parents=True, exist_ok=True)
        for _ in range(_TRIES):  # somebody may take a port between our look and its start
            service = cls(folder, logs, free_ports(cls.port_count))
            if service._runs():
                return service
        raise MachineError(f"{cls.name} did not start", where=f"log {service._log}", fix=service._last_words())

    @abstractmethod
    def command(self) -> list[str]:
        """What to run; a missing program is an error that says how to get it."""

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start_again(self) -> None:
        """After a stop or a kill: on the same ports, with the same data."""
        self.kill()
        if not self._runs():
            raise MachineError(f"{self.name} did not start again", where=f"log {self._log}", fix=self._last_words())

    def stop(self) -> None:
        """End it politely. Twice is harmless."""
        self._end(_GRACE_S)

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        self._end(0)

    def _runs(self) -> bool:
        self._process = GuardedProcess.start(self.command(), log_path=self._log, cwd=self.folder)
        deadline = time.monotonic() + _START_TIMEOUT_S
        try:
            while self._process.poll() is None and time.monotonic() < deadline:
                if all(map(is_listening, self.ports)):
                    return True
                time.sleep(_START_PAUSE_S)
        except BaseException:
            self.kill()
            raise
        self.kill()
        return False

    def _end(self, grace_s: float) -> None:
        if self._process is not None:
            self._process.stop(grace_s)
            self._process = None

    def _last_words(self) -> str:
        return "read the log: " + " / ".join(tail(self._log, 2).splitlines())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
