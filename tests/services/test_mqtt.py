"""What an MQTT broker may answer before there is a connection."""

import socket
import threading
from collections.abc import Iterator

import pytest

from streamgauge.errors import MachineError
from streamgauge.services.mqtt import MqttInbox, MqttPublisher

NOT_AUTHORISED = bytes([0x20, 2, 0, 5])  # CONNACK of MQTT 3.1.1


class RefusingBroker:
    """Answers whoever connects that he may not."""

    def __init__(self) -> None:
        pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed: pip install 'streamgauge[iot]'")
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.asked: list[bytes] = []
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()

    def _answer(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return  # closed
            with connection:
                self.asked.append(connection.recv(4_096))
                connection.sendall(NOT_AUTHORISED)

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(5)


@pytest.fixture
def broker() -> Iterator[RefusingBroker]:
    running = RefusingBroker()
    yield running
    running.close()


def test_who_is_refused_is_told_so_at_once(broker: RefusingBroker) -> None:
    """It is no broker that is down, and no matter of patience; the password is sent as it was before it was coded."""
    url = f"mqtt://me:p%2Fss@127.0.0.1:{broker.port}"
    threads = threading.active_count()
    for connect in (lambda: MqttInbox(url, "x"), lambda: MqttPublisher(url, "x").publish([("t", b"1")])):
        with pytest.raises(MachineError, match="the MQTT broker refused us: Not authorized") as refused:
            connect()
        assert "STREAMGAUGE_MQTT" in refused.value.fix
        assert "p/ss" not in str(refused.value)
    assert all(b"me" in each and b"p/ss" in each for each in broker.asked)
    assert threading.active_count() == threads
