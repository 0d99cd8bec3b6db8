"""Azurite: Azure's own emulator of its storage, run by Node.js from the user's cache."""

from typing import ClassVar

from streamgauge.errors import MachineError
from streamgauge.host.ports import LOOPBACK
from streamgauge.services.managed.process import LoopbackService
from streamgauge.services.setup import azurite_script, node

# The account that every emulator of Azure Storage has; its key is published, and opens nothing else.
ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


class Azurite(LoopbackService):
    """A storage account on loopback. It writes its index every few seconds: a kill may lose what it had confirmed, a stop not."""

    name: ClassVar[str] = "azurite"
    port_count: ClassVar[int] = 3

    def command(self) -> list[str]:
        script = azurite_script()
        if not script.exists():
            raise MachineError("Azurite is not set up", where=str(script.parent), fix="streamgauge setup iot")
        places = zip(("blob", "queue", "table"), self.ports, strict=True)
        ports = [text for kind, port in places for text in (f"--{kind}Host", LOOPBACK, f"--{kind}Port", str(port))]
        quiet = ["--silent", "--skipApiVersionCheck", "--disableTelemetry"]
        return [node(), str(script), "--location", str(self.folder), *ports, *quiet]

    @property
    def connection_string(self) -> str:
        blob, _, table = (f"http://{LOOPBACK}:{port}/{ACCOUNT}" for port in self.ports)
        return f"DefaultEndpointsProtocol=http;AccountName={ACCOUNT};AccountKey={KEY};BlobEndpoint={blob};TableEndpoint={table};"
