"""Services, open for a trial: filled with what they hold, called by a flow, and asked in the end what has been done to them."""

import dataclasses
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from streamgauge.flow import Call, Flow, Sink, Step
from streamgauge.flow.effects import Effect, Effects, effect
from streamgauge.flow.steps.call import SERVICES
from streamgauge.host.leftovers import working_folder
from streamgauge.services.base import Inbox, Provider
from streamgauge.services.embedded import Embedded
from streamgauge.services.managed import real_services
from streamgauge.services.patience import patiently

T = TypeVar("T")

_QUERY, _INSERT, _PUBLISH = "table-query", "table-insert", "mqtt-publish"
_QUIET_S, _PAUSE_S = 2.0, 0.05


class OpenServices:
    """The services that a flow calls; `flow` is the same flow, whose calls now know where they are."""

    def __init__(self, flow: Flow, providers: Sequence[tuple[Call, Provider]], inboxes: Sequence[tuple[Call, Inbox]]) -> None:
        self.flow = flow
        self._providers, self._inboxes = providers, inboxes

    def effects(self, expected: Effects) -> Counter[Effect]:
        """What has been done; messages on their way are waited for until those expected are there, or no more come."""
        due = Counter({each: count for each, count in expected.due.items() if each[0] == _PUBLISH})
        found, news_at = self._messages(), time.monotonic()
        while due - found and time.monotonic() - news_at < _QUIET_S:
            time.sleep(_PAUSE_S)
            before, found = found.total(), self._messages()
            news_at = time.monotonic() if found.total() > before else news_at
        return found + self._kept()

    def _messages(self) -> Counter[Effect]:
        found: Counter[Effect] = Counter()
        for step, inbox in self._inboxes:
            for (topic, payload), count in inbox.received().items():
                found[effect(step.service, topic, payload)] += count
        return found

    def _kept(self) -> Counter[Effect]:
        """The blobs and rows that are there."""
        found: Counter[Effect] = Counter()
        for step, provider in self._providers:
            if SERVICES[step.service].keeps:
                holder = provider.rows(step.name) if step.service == _INSERT else provider.blobs(step.name)
                found.update((step.service, *each) for each in _tried(lambda: list(holder.digests()), step, provider))  # noqa: B023 - called at once
                holder.close()
        return found


@contextmanager
def open_services(flow: Flow, logs: Path) -> Iterator[OpenServices]:
    """Open what the steps of `flow` call; a flow that calls nobody needs nothing."""
    calls = [step for step in flow.steps if isinstance(step, Call)]
    if not calls:
        yield OpenServices(flow, (), ())
        return
    with working_folder() as folder, ExitStack() as open_things:
        providers = dict[str, Provider]()
        for step in calls:
            if step.provider not in providers:
                ours = [each for each in calls if each.provider == step.provider]
                providers[step.provider] = _provider(step.provider, ours, folder, logs, open_things)
        called = [(step, providers[step.provider]) for step in calls]
        for step, provider in called:
            _fill(step, provider)
        inboxes = [(step, _inbox(step, provider, open_things)) for step, provider in called if step.service == _PUBLISH]
        yield OpenServices(_located(flow, folder), called, inboxes)


def _provider(kind: str, calls: Sequence[Call], folder: Path, logs: Path, open_things: ExitStack) -> Provider:
    if kind == "embedded":
        return Embedded(folder)
    services = open_things.enter_context(real_services({step.service for step in calls}, folder, logs))
    services.save(folder)
    return services


def _fill(step: Call, provider: Provider) -> None:
    """Give the service what it holds before the first row comes."""
    if step.contents is None:
        return
    rows = step.contents
    if step.service == _QUERY:
        table = provider.table(step.name)
        _tried(lambda: table.fill(rows), step, provider)
        table.close()
        return
    blobs = provider.blobs(step.name)
    for name, text in rows.rows:
        _tried(lambda: blobs.put(name, text.encode()), step, provider)  # noqa: B023 - called at once
    blobs.close()


def _inbox(step: Call, provider: Provider, open_things: ExitStack) -> Inbox:
    inbox: Inbox = _tried(lambda: provider.inbox(step.name), step, provider)
    open_things.callback(inbox.close)
    return inbox


def _tried(action: Callable[[], T], step: Call, provider: Provider) -> T:
    where = f"step {step.name!r}, {provider.place(step.service)}"
    return patiently(action, provider.patience_s, service=step.service, where=where)


def _located(flow: Flow, folder: Path) -> Flow:
    """The flow with calls that know where their services are."""
    made: dict[int, Step] = {}
    for step in flow.steps:
        inputs = {each.name: made[id(getattr(step, each.name))] for each in _inputs(step)}
        place = {"at": f"{step.provider}:{folder}"} if isinstance(step, Call) else {}
        made[id(step)] = dataclasses.replace(step, **inputs, **place) if inputs else step  # type: ignore[type-var]
    sink = made[id(flow.sink)]
    assert isinstance(sink, Sink)  # noqa: S101 - it was made of one
    return Flow(flow.name, sink)


def _inputs(step: Step) -> list["dataclasses.Field[Step]"]:
    return [each for each in dataclasses.fields(step) if isinstance(getattr(step, each.name), Step)]  # type: ignore[arg-type]
