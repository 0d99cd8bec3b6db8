"""A clock that only moves when told to, and a writer that keeps what it gets."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class StillClock:
    """Starts at an odd wall time, so that rounding would show."""

    now_ns: int = 5_000
    epoch_ns: int = 1_700_000_000_000_250_000

    def monotonic_ns(self) -> int:
        return self.now_ns

    def wall_ns(self) -> int:
        return self.epoch_ns + self.now_ns

    def sleep(self, seconds: float) -> None:
        assert 0 <= seconds <= 0.05
        self.now_ns += round(seconds * 1e9)


@dataclass
class MemoryWriter:
    """Keeps (partition, value, timestamp); `before` runs before each record, with its number."""

    before: Callable[[int], None] = lambda _: None
    sent: list[tuple[int, bytes, int]] = field(default_factory=list)
    is_closed: bool = False

    def send(self, partition: int, value: bytes, timestamp_ms: int) -> None:
        self.before(len(self.sent))
        self.sent.append((partition, value, timestamp_ms))

    def close(self) -> None:
        self.is_closed = True
