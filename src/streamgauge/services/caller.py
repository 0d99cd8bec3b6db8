"""A call at work: requests in, replies out, in order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from streamgauge.flow import Call
from streamgauge.services.base import Blobs, KeyTable, Provider, Publisher, Rows
from streamgauge.services.patience import patiently
from streamgauge.services.providers import provider_at

Request: TypeAlias = tuple[Any, ...]
Reply: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """Whom a step calls; can be sent to other processes and opened there."""

    service: str
    step: str
    columns: int  # of a reply
    batch: int
    provider: Provider

    def open(self) -> "Caller":
        return Caller(self)


def target_of(step: Call) -> Target | None:
    """Whom the step calls; None as long as nobody has opened its service."""
    provider = provider_at(step.at)
    return Target(step.service, step.name, len(step.reply.columns), step.batch, provider) if provider else None


class Caller:
    """Calls a service. One that is down is tried again; a request with a null in it is not made, and its reply is null."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._client, self._replies = _OPENERS[target.service](target.provider, target.step)

    def __call__(self, requests: Sequence[Request]) -> list[Reply]:
        places = [place for place, request in enumerate(requests) if None not in request]
        replies: list[Reply] = [(None,) * self._target.columns] * len(requests)
        for start in range(0, len(places), self._target.batch):
            some = places[start : start + self._target.batch]
            for place, reply in zip(some, self._ask([requests[each] for each in some]), strict=True):
                replies[place] = reply or replies[place]
        return replies

    def _ask(self, requests: Sequence[Request]) -> list[Reply | None]:
        target = self._target
        where = f"step {target.step!r}, {target.provider.place(target.service)}"
        return patiently(lambda: self._replies(requests), target.provider.patience_s, service=target.service, where=where)

    def close(self) -> None:
        self._client.close()


Replies: TypeAlias = Callable[[Sequence[Request]], list[Reply | None]]


def _download(provider: Provider, step: str) -> tuple[Blobs, Replies]:
    blobs = provider.blobs(step)
    return blobs, lambda requests: [_text(blobs.get(name)) for (name,) in requests]


def _text(content: bytes | None) -> Reply | None:
    return None if content is None else (content.decode(),)


def _upload(provider: Provider, step: str) -> tuple[Blobs, Replies]:
    blobs = provider.blobs(step)

    def replies(requests: Sequence[Request]) -> list[Reply | None]:
        for name, content in requests:
            blobs.put(name, content.encode())
        return _sizes(requests)

    return blobs, replies


def _query(provider: Provider, step: str) -> tuple[KeyTable, Replies]:
    table = provider.table(step)
    return table, lambda requests: table.find([key for (key,) in requests])


def _insert(provider: Provider, step: str) -> tuple[Rows, Replies]:
    rows = provider.rows(step)

    def replies(requests: Sequence[Request]) -> list[Reply | None]:
        rows.insert([(key, row) for key, row in requests])
        return _sizes(requests)

    return rows, replies


def _publish(provider: Provider, step: str) -> tuple[Publisher, Replies]:
    publisher = provider.publisher(step)

    def replies(requests: Sequence[Request]) -> list[Reply | None]:
        publisher.publish([(topic, payload.encode()) for topic, payload in requests])
        return _sizes(requests)

    return publisher, replies


def _sizes(requests: Sequence[Request]) -> list[Reply | None]:
    return [(len(content.encode()),) for _, content in requests]


_OPENERS: dict[str, Callable[[Provider, str], tuple[Any, Replies]]] = {
    "blob-download": _download,
    "blob-upload": _upload,
    "table-query": _query,
    "table-insert": _insert,
    "mqtt-publish": _publish,
}
