"""An MQTT broker: mosquitto where it is installed, else one in pure Python."""

import shutil
import sys
from pathlib import Path
from typing import ClassVar

from streamgauge.host.ports import LOOPBACK
from streamgauge.services.managed.process import LoopbackService
from streamgauge.services.packages import client_library

_PYTHON_BROKER = Path(__file__).with_name("python_broker.py")


class MqttBroker(LoopbackService):
    """A broker on loopback to which everybody on this machine may connect."""

    name: ClassVar[str] = "mqtt-broker"

    def command(self) -> list[str]:
        (port,) = self.ports
        if mosquitto := shutil.which("mosquitto"):
            settings = self.folder / "mosquitto.conf"
            settings.write_text(f"listener {port} {LOOPBACK}\nallow_anonymous true\nmax_queued_messages 0\n")
            return [mosquitto, "-c", str(settings)]
        client_library("amqtt", "amqtt")
        return [sys.executable, str(_PYTHON_BROKER), LOOPBACK, str(port)]

    @property
    def url(self) -> str:
        return f"mqtt://{LOOPBACK}:{self.ports[0]}"
