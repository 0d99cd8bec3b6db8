"""MQTT through paho: messages that have certainly arrived.

A broker confirms a message when it has it, not when those that listen have it; one that is killed in between forgets it, and
forgets who listens. So behind every batch goes a marker, which the inbox sends back: then it has seen all that came before.
As long as the marker is not back the batch is sent again, and what arrives twice is counted.
"""

import threading
import uuid
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from streamgauge.errors import MachineError, RequestError
from streamgauge.services.base import Message, NotNowError
from streamgauge.services.packages import client_library

_MARKERS, _ECHOES = "_marker", "_echo"
_CONNECT_S, _ECHO_S, _KEEP_ALIVE_S = 5.0, 5.0, 30
_AT_LEAST_ONCE = 1
_IN_FLIGHT = 200
_SETTING = "STREAMGAUGE_MQTT"


class MqttPublisher:
    """Publishes below `prefix`. A connection that was lost is made anew at the next try."""

    def __init__(self, url: str, prefix: str) -> None:
        self._url, self._prefix = url, prefix
        self._echoes = f"{prefix}/{_ECHOES}/{uuid.uuid4().hex[:12]}"
        self._connection: _Connection | None = None

    def publish(self, messages: Sequence[Message]) -> None:
        if self._connection is None:
            self._connection = _Connection(self._url, self._echoes)
        try:
            for topic, payload in messages:
                self._connection.send(f"{self._prefix}/{topic}", payload)
            self._connection.await_echo(f"{self._prefix}/{_MARKERS}", self._echoes)
        except NotNowError:
            self.close()
            raise

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _Connection:
    """A client that is connected, and hears the echoes of its markers."""

    def __init__(self, url: str, echoes: str) -> None:
        self._heard: set[bytes] = set()
        self._news = threading.Condition()
        self._is_lost = False
        self._is_ready = False
        self._client = _client(url)
        self._refusal = ""
        self._client.on_connect = lambda client, _, __, reason, ___: self._enter(client, echoes, reason)
        self._client.on_subscribe = lambda *_: self._tell(is_ready=True)
        self._client.on_disconnect = lambda *_: self._tell(is_lost=True)
        self._client.on_message = lambda _, __, message: self._tell(echo=message.payload)
        _connect(self._client, url)
        self._client.loop_start()
        try:
            self._await(lambda: self._is_ready or self._refusal, _CONNECT_S)
            _raise_if_refused(self._refusal)
        except BaseException:
            self.close()
            raise

    def _enter(self, client: Any, echoes: str, reason: Any) -> None:
        if reason.is_failure:
            self._refusal = str(reason)
            self._tell()
        else:
            client.subscribe(echoes, _AT_LEAST_ONCE)

    def send(self, topic: str, payload: bytes) -> None:
        self._client.publish(topic, payload, qos=_AT_LEAST_ONCE)

    def await_echo(self, markers: str, echoes: str) -> None:
        """Return when all that was sent has arrived."""
        token = uuid.uuid4().hex.encode()
        self.send(markers, echoes.encode() + b" " + token)
        self._await(lambda: token in self._heard, _ECHO_S)
        self._heard.discard(token)

    def _await(self, condition: Any, seconds: float) -> None:
        with self._news:
            self._news.wait_for(lambda: condition() or self._is_lost, seconds)
            if not condition():
                raise NotNowError("the connection was lost" if self._is_lost else f"no answer for {seconds:g} s")

    def _tell(self, *, is_ready: bool = False, is_lost: bool = False, echo: bytes | None = None) -> None:
        with self._news:
            self._is_ready |= is_ready
            self._is_lost |= is_lost
            if echo is not None:
                self._heard.add(echo)
            self._news.notify_all()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class MqttInbox:
    """Hears all that is published below `prefix`, from its making on; when the broker comes back, it listens again."""

    def __init__(self, url: str, prefix: str) -> None:
        self._prefix = f"{prefix}/"
        self._messages: Counter[Message] = Counter()
        self._lock = threading.Lock()
        self._is_ready = threading.Event()
        self._refusal = ""
        self._client = _client(url, is_lasting=True)
        self._client.on_connect = lambda client, _, __, reason, ___: self._enter(client, reason)
        self._client.on_subscribe = lambda *_: self._is_ready.set()
        self._client.on_message = self._take
        _connect(self._client, url)
        self._client.loop_start()
        has_news = self._is_ready.wait(_CONNECT_S)
        if self._refusal or not has_news:
            self.close()
            _raise_if_refused(self._refusal)
            raise NotNowError(f"no answer for {_CONNECT_S:g} s")

    def _enter(self, client: Any, reason: Any) -> None:
        """Listen, at each new connection too."""
        if reason.is_failure:
            self._refusal = str(reason)
            self._is_ready.set()
        else:
            client.subscribe(f"{self._prefix}#", 0)

    def _take(self, client: Any, _: Any, message: Any) -> None:
        topic = message.topic.removeprefix(self._prefix)
        if topic == _MARKERS:
            echoes, _, token = message.payload.partition(b" ")
            client.publish(echoes.decode(), token, qos=_AT_LEAST_ONCE)
        elif not topic.startswith(f"{_ECHOES}/"):
            with self._lock:
                self._messages[topic, message.payload] += 1

    def received(self) -> Counter[Message]:
        with self._lock:
            return Counter(self._messages)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def _client(url: str, *, is_lasting: bool = False) -> Any:
    """A client that is not connected yet; one `is_lasting` if it connects again by itself."""
    paho = client_library("paho.mqtt.client", "paho-mqtt")
    address = urlsplit(url)
    client = paho.Client(paho.CallbackAPIVersion.VERSION2, reconnect_on_failure=is_lasting)
    client.max_inflight_messages_set(_IN_FLIGHT)
    client.reconnect_delay_set(0.1, 1)
    if address.username:
        client.username_pw_set(unquote(address.username), unquote(address.password or ""))
    if address.scheme == "mqtts":
        client.tls_set()
    return client


def _raise_if_refused(reason: str) -> None:
    if reason:
        raise MachineError(f"the MQTT broker refused us: {reason}", where="the MQTT broker", fix=f"check {_SETTING}")


def _connect(client: Any, url: str) -> None:
    address = urlsplit(url)
    if address.scheme not in ("mqtt", "mqtts") or not address.hostname:
        raise RequestError("this is no address of an MQTT broker", where=_SETTING, fix="mqtt://user:password@host:1883")
    client.connect_timeout = _CONNECT_S
    try:
        client.connect(address.hostname, address.port or (8883 if address.scheme == "mqtts" else 1883), _KEEP_ALIVE_S)
    except OSError as error:
        raise NotNowError(str(error)) from error
