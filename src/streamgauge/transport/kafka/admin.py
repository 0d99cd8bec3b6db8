"""Asks a cluster and changes its topics."""

import gc
import os
import time
from collections.abc import Callable
from typing import TypeVar

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient

from streamgauge.errors import RequestError
from streamgauge.transport.kafka.connection import Connection
from streamgauge.transport.kafka.settings import ClientSettings

ANSWER_TIMEOUT_S = 8.0

T = TypeVar("T")

_DOWN_AFTER_S = 3.0
_TRY_S = 0.3
_RETRY_PAUSE_S = 0.02
_SOON_KNOWN_WITHIN_S = 5.0

_UNREACHABLE = frozenset(
    {
        KafkaError._ALL_BROKERS_DOWN,  # noqa: SLF001
        KafkaError._AUTHENTICATION,  # noqa: SLF001
        KafkaError._RESOLVE,  # noqa: SLF001
        KafkaError._SSL,  # noqa: SLF001
        KafkaError._TIMED_OUT,  # noqa: SLF001
        KafkaError._TRANSPORT,  # noqa: SLF001
    }
)

# While a leader changes a cluster answers so: the question was right, and later there is an answer.
_NO_LEADER = frozenset(
    {
        KafkaError.BROKER_NOT_AVAILABLE,
        KafkaError.FENCED_LEADER_EPOCH,
        KafkaError.KAFKA_STORAGE_ERROR,
        KafkaError.LEADER_NOT_AVAILABLE,
        KafkaError.NETWORK_EXCEPTION,
        KafkaError.NOT_CONTROLLER,
        KafkaError.NOT_LEADER_FOR_PARTITION,
        KafkaError.OFFSET_NOT_AVAILABLE,
        KafkaError.REQUEST_TIMED_OUT,
        KafkaError.UNKNOWN_LEADER_EPOCH,
    }
)

# Whoever answers so has changed nothing.
_NOT_DONE = frozenset({KafkaError.BROKER_NOT_AVAILABLE, KafkaError.NOT_CONTROLLER})

# Right after a topic was made or was given more partitions.
_SOON_KNOWN = _NO_LEADER | {KafkaError._NOENT, KafkaError._UNKNOWN_PARTITION}  # noqa: SLF001


class Admin:
    """The administrator of one cluster."""

    def __init__(self, bootstrap_servers: str, settings: ClientSettings) -> None:
        self._connection = Connection(bootstrap_servers, settings)
        self._was_reached = False
        try:
            self._client = AdminClient(self._connection.config())
        except KafkaException as error:
            said = error.args[0].str()
            raise RequestError(
                f"the client settings are refused: {said}",
                where=next((entry.where for entry in settings.entries if f'"{entry.name}"' in said), bootstrap_servers),
                fix="correct the value that is named",
            ) from error

    def ask(self, what: str, question: Callable[[AdminClient], T], *, is_repeatable: bool = True) -> T:
        """The answer to a question, asked again while the cluster says that it will know soon.

        What changes something is not repeatable: where an answer was lost, it may have been done. It is asked for again only if
        it certainly was not.

        A refusal comes as the `KafkaException` that it is; a cluster that cannot be reached is a `MachineError` that
        starts with `what`.
        """
        self._reach(what)
        deadline = time.monotonic() + _SOON_KNOWN_WITHIN_S
        while True:
            try:
                return question(self._client)
            except KafkaException as error:
                if _code(error) in _UNREACHABLE:
                    raise self._connection.error(what, error) from error
                if _code(error) not in (_SOON_KNOWN if is_repeatable else _NOT_DONE) or time.monotonic() > deadline:
                    raise
            time.sleep(_RETRY_PAUSE_S)
            # The client remembers that a topic had no leader and would not look again for half a minute.
            self._was_reached = False
            self._reach(what)

    def _reach(self, what: str) -> None:
        """Return once the cluster has answered; give up as soon as it is clear that it will not."""
        start, try_s = time.monotonic(), _TRY_S
        while not self._was_reached:
            try:
                self._client.list_topics(timeout=try_s)
                self._was_reached = True
            except KafkaException as error:
                self._client.poll(0)  # lets the reason come in
                try_s = min(2 * try_s, ANSWER_TIMEOUT_S)  # the answer of a large or distant cluster takes longer
                waited_s = time.monotonic() - start
                is_down = self._connection.is_down and waited_s > _DOWN_AFTER_S
                if self._connection.is_hopeless or is_down or waited_s > ANSWER_TIMEOUT_S:
                    raise self._connection.error(what, error) from error


_known: dict[tuple[str, ClientSettings, int], Admin] = {}


def admin(bootstrap_servers: str, settings: ClientSettings) -> Admin:
    """The administrator of a cluster; one per process, for it costs a connection and does not survive a fork."""
    key = (bootstrap_servers, settings, os.getpid())
    if key not in _known:
        _known[key] = Admin(bootstrap_servers, settings)
    return _known[key]


def forget(bootstrap_servers: str) -> None:
    """Let go of a cluster that ends. A client would try to reach it for ever, at a port that is soon somebody else's: one that
    knocked at Spark's streaming shuffle ended the query that ran there.

    A client ends when nobody refers to it. One that was ever asked in vain refers to itself, through the traceback of the error
    that its answer keeps: only the collector finds it.
    """
    for key in [key for key in _known if key[0] == bootstrap_servers]:
        del _known[key]
    gc.collect()


def has_no_leader(error: KafkaException) -> bool:
    """Was a question refused only because there was nobody to answer it?"""
    return _code(error) in _NO_LEADER


def is_forbidden(error: KafkaException) -> bool:
    """Has the user no right to ask?"""
    return _code(error) in (KafkaError.TOPIC_AUTHORIZATION_FAILED, KafkaError.CLUSTER_AUTHORIZATION_FAILED)


def _code(error: KafkaException) -> int:
    code: int = error.args[0].code()
    return code
