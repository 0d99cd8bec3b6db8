"""What a service of each kind can do, and who provides services."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from streamgauge.flow import Table

Message: TypeAlias = tuple[str, bytes]  # topic and payload


class NotNowError(Exception):
    """A service that could not be reached, or had no time: the same may work a moment later."""


class Blobs(Protocol):
    """Contents by name."""

    def get(self, name: str) -> bytes | None:
        """The content; None if there is no such blob."""

    def put(self, name: str, content: bytes) -> None:
        """Keep the content, in place of what was there."""

    def digests(self) -> Iterable[tuple[str, str]]:
        """The name of each blob and the MD5 of its content."""

    def close(self) -> None: ...


class KeyTable(Protocol):
    """Rows by key."""

    def fill(self, table: Table) -> None: ...

    def find(self, keys: Sequence[str]) -> list[tuple[Any, ...] | None]:
        """For each key the other columns of its row; None if there is no such row."""

    def close(self) -> None: ...


class Rows(Protocol):
    """Rows that are inserted by key."""

    def insert(self, rows: Sequence[tuple[str, str]]) -> None:
        """Keep each row under its key, in place of what was there."""

    def digests(self) -> Iterable[tuple[str, str]]:
        """The key of each row and the MD5 of the row."""

    def close(self) -> None: ...


class Publisher(Protocol):
    """Sends messages."""

    def publish(self, messages: Sequence[Message]) -> None:
        """Return when all of them have been passed on to those that listen."""

    def close(self) -> None: ...


class Inbox(Protocol):
    """Listens from before the first message on."""

    def received(self) -> Counter[Message]:
        """All messages so far, and how often each has come."""

    def close(self) -> None: ...


class Provider(Protocol):
    """Who provides the services of one trial. It can be sent to other processes; what it opens cannot."""

    @property
    def patience_s(self) -> float:
        """For how long a service that cannot be reached is tried again."""

    def place(self, service: str) -> str:
        """Where the service is, as errors tell it: without secrets."""

    def blobs(self, step: str) -> Blobs:
        """The blobs of a step."""

    def table(self, step: str) -> KeyTable:
        """The table of a step."""

    def rows(self, step: str) -> Rows:
        """The rows that a step inserts."""

    def publisher(self, step: str) -> Publisher:
        """To the topics of a step."""

    def inbox(self, step: str) -> Inbox:
        """For all topics of a step."""
