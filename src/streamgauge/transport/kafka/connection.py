"""One way to reach a cluster: the settings every client shares, and errors in words a person can act on.

librdkafka prints to the terminal unless told not to, and tells why a broker cannot be reached only to a callback, while
the call that waited for it says no more than "timed out". So the callback's words are kept and quoted.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer

from streamgauge.errors import MachineError
from streamgauge.transport.kafka.settings import ClientSettings

_LOOK_UP_TIMEOUT_S = 8.0
_HOPELESS = frozenset({KafkaError._AUTHENTICATION, KafkaError._SSL})  # noqa: SLF001

MOST_RECORD_BYTES = 16 * 1024 * 1024  # of a record in our topics; Kafka alone would refuse one of more than 1 MiB


class Connection:
    """A client's configuration, and what it has said about the way to the brokers."""

    def __init__(self, bootstrap_servers: str, settings: ClientSettings) -> None:
        self.bootstrap_servers = bootstrap_servers
        self._settings = settings
        self._reason = ""
        self.is_hopeless = False  # trying again will not help: the login or the certificates are wrong
        self.is_down = False  # every broker has been tried since the last look

    def config(self, own: Mapping[str, object] = MappingProxyType({})) -> dict[str, Any]:
        """What to give a client; its `own` settings go before the shared ones."""
        return {
            "client.id": "streamgauge",
            **self._settings.for_librdkafka(),
            "bootstrap.servers": self.bootstrap_servers,
            "log_level": 0,
            "error_cb": self._remember,
            **own,
        }

    def look_up(self, client: Producer | Consumer, topic: str) -> None:
        """Let a client ask where the topic lives; a new one would by itself begin to after half a second."""
        self.is_down = False
        try:
            client.list_topics(topic, timeout=_LOOK_UP_TIMEOUT_S)
        except KafkaException as error:
            client.poll(0)  # lets the reason come in
            raise self.error(f"topic {topic} could not be reached", error) from error

    def error(self, what: str, cause: KafkaException | None = None) -> MachineError:
        """The error for a call that failed because of the cluster or the way to it."""
        said = self._reason or (cause.args[0].str() if cause else "no answer")
        return MachineError(
            f"{what}: {said}",
            where=f"Kafka at {self.bootstrap_servers}",
            fix="check that the brokers run, their addresses, and the security settings of the client",
        )

    def _remember(self, error: KafkaError) -> None:
        self.is_hopeless = self.is_hopeless or error.code() in _HOPELESS
        if error.code() == KafkaError._ALL_BROKERS_DOWN:  # noqa: SLF001
            self.is_down = True  # it follows the real reason and says less
        else:
            self._reason = error.str()
