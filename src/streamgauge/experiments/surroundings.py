"""What a trial needs around it: a transport, fresh topics, folders. All of it is gone afterwards, whatever happens."""

import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from streamgauge.engines.base import Place
from streamgauge.errors import RequestError, StreamgaugeError
from streamgauge.experiments.plans import TransportPlan
from streamgauge.flow.flaws import nearest
from streamgauge.host.leftovers import working_folder
from streamgauge.measure.clock import NO_OFFSET, ClockOffset, clock_offset
from streamgauge.transport.base import Stamp, Topic, Transport

Say: TypeAlias = Callable[[str], None]

KINDS = ("kafka", "files")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """An open transport, and where engines may put their files."""

    plan: TransportPlan
    transport: Transport
    work: Path
    logs: Path
    say: Say
    broker_pid: int | None = None

    def clock(self) -> ClockOffset:
        """How far the transport's clock, which stamps outputs, is ahead of ours, which says when inputs are due."""
        from streamgauge.transport.kafka.transport import KafkaTransport

        if not isinstance(self.transport, KafkaTransport):
            return NO_OFFSET
        from streamgauge.transport.kafka.clock import clock_exchanges

        name = f"streamgauge-{uuid.uuid4().hex[:12]}-clock"
        topic = self.transport.create_topic(name, partitions=self.plan.partitions, stamp=Stamp.APPENDED)
        with self._deleted_after(name):
            return clock_offset(clock_exchanges(topic))

    def place_for(self, engine: str) -> Place:
        """Folders for an engine that is about to be opened; its working folder is new, so that nothing old is found there."""
        logs = self.logs / engine
        logs.mkdir(exist_ok=True)
        return Place(work=Path(tempfile.mkdtemp(prefix=f"{engine}-", dir=self.work)), logs=logs)

    @contextmanager
    def topics(self, partitions: int | None = None) -> Iterator[tuple[Topic, Topic]]:
        """A fresh input topic and a fresh output topic; both are deleted afterwards."""
        name, partitions = f"streamgauge-{uuid.uuid4().hex[:12]}", partitions or self.plan.partitions
        with (
            self._topic(f"{name}-in", partitions, Stamp.INTENDED) as input_topic,
            self._topic(f"{name}-out", partitions, Stamp.APPENDED) as output_topic,
        ):
            yield input_topic, output_topic

    @contextmanager
    def _topic(self, name: str, partitions: int, stamp: Stamp) -> Iterator[Topic]:
        topic = self.transport.create_topic(name, partitions=partitions, stamp=stamp)
        with self._deleted_after(name):
            yield topic

    @contextmanager
    def _deleted_after(self, name: str) -> Iterator[None]:
        """Delete a topic at the end. One that stays is told of, and is no reason to lose what was measured."""
        try:
            yield
        except BaseException:
            with suppress(Exception):
                self.transport.delete_topic(name)
            raise
        try:
            self.transport.delete_topic(name)
        except StreamgaugeError as error:
            self.say(f"WARNING: {error.what}; it stays")


@contextmanager
def open_surroundings(plan: TransportPlan, logs: Path, say: Say) -> Iterator[Surroundings]:
    """Open the transport; a managed broker lives exactly as long as this context."""
    with (
        working_folder() as work,
        _open_transport(plan, work, logs, say) as (transport, broker_pid),
    ):
        yield Surroundings(plan, transport, work, logs, say, broker_pid)


def is_managed(plan: TransportPlan) -> bool:
    """Is a broker started for it?"""
    return plan.kind == "kafka" and not plan.bootstrap_servers


def check_transport(plan: TransportPlan) -> None:
    """Refuse a transport that cannot be opened, as far as that can be told without opening it."""
    if plan.kind not in KINDS:
        raise RequestError(f"there is no transport {plan.kind!r}", where="--transport", fix=nearest(plan.kind, KINDS))
    if plan.kind == "files" and plan.bootstrap_servers:
        raise RequestError("the file log has no servers", where="--bootstrap-servers", fix="leave it out, or --transport kafka")
    if not 1 <= plan.partitions <= 1000:  # noqa: PLR2004
        raise RequestError(f"{plan.partitions} partitions", where="--partitions", fix="a number from 1 to 1000")
    if plan.client_settings:
        from streamgauge.transport.kafka.settings import ClientSettings

        ClientSettings.read(Path(plan.client_settings))


@contextmanager
def _open_transport(plan: TransportPlan, work: Path, logs: Path, say: Say) -> Iterator[tuple[Transport, int | None]]:
    if plan.kind == "files":
        from streamgauge.transport.files import FileTransport

        yield FileTransport(work / "log"), None
        return
    from streamgauge.transport.kafka.admin import admin
    from streamgauge.transport.kafka.settings import ClientSettings
    from streamgauge.transport.kafka.transport import KafkaTransport

    settings = ClientSettings.read(Path(plan.client_settings)) if plan.client_settings else ClientSettings()
    if plan.bootstrap_servers:
        admin(plan.bootstrap_servers, settings).ask("the brokers could not be reached", lambda _: None)
        yield KafkaTransport(plan.bootstrap_servers, settings), None
        return
    from streamgauge.transport.kafka.broker import ManagedBroker

    say("starting the Kafka broker")
    with ManagedBroker.start(log_dir=logs, on_progress=say) as broker:
        try:
            yield KafkaTransport(broker.bootstrap_servers, settings), broker.pid
        except Exception as error:  # whatever failed for want of a broker, it is the broker that must be told of
            if broker.has_ended():
                raise broker.ended() from error
            raise
