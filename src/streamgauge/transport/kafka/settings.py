"""Client settings for a Kafka cluster, from the properties file that Kafka's own tools take.

They are kept under the Java client's names: Spark gets them as `kafka.NAME`. The Python client is librdkafka, which calls
some of them differently and cannot do all of them; what it cannot do is refused by name, never dropped in silence.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from streamgauge.errors import RequestError
from streamgauge.transport.kafka import properties

_SHARED = frozenset(
    {
        "client.dns.lookup",
        "client.id",
        "client.rack",
        "connections.max.idle.ms",
        "fetch.min.bytes",
        "group.id",
        "isolation.level",
        "linger.ms",
        "metadata.max.age.ms",
        "reconnect.backoff.max.ms",
        "reconnect.backoff.ms",
        "retry.backoff.max.ms",
        "retry.backoff.ms",
        "sasl.mechanism",
        "security.protocol",
        "socket.connection.setup.timeout.ms",
        "ssl.key.password",
    }
)

_RENAMED = {
    "fetch.max.wait.ms": "fetch.wait.max.ms",
    "receive.buffer.bytes": "socket.receive.buffer.bytes",
    "send.buffer.bytes": "socket.send.buffer.bytes",
    "ssl.keystore.certificate.chain": "ssl.certificate.pem",
    "ssl.keystore.key": "ssl.key.pem",
    "ssl.truststore.certificates": "ssl.ca.pem",
}

_SECRET = re.compile(r"password|secret|jaas|token|(^|\.)key$")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting under its Java name, and where it was written."""

    name: str
    value: str
    where: str

    def __repr__(self) -> str:
        return f"{self.name}={'***' if _SECRET.search(self.name) else self.value}"


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """All settings of a cluster's clients; none is right for a cluster without security. Secrets do not show in `repr`."""

    entries: tuple[Setting, ...] = ()

    @classmethod
    def read(cls, path: Path) -> "ClientSettings":
        """The settings in a properties file; refuses what cannot be translated at once."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise RequestError(
                f"the client settings cannot be read: {error.strerror}", where=str(path), fix="give a properties file"
            ) from error
        # As in Java, the last of several equal names counts.
        last = {item.name: Setting(item.name, item.value, f"{path}:{item.line}") for item in properties.parse(text)}
        settings = cls(tuple(last.values()))
        settings.for_librdkafka()
        return settings

    @property
    def reads_committed(self) -> bool:
        """Are records of a transaction passed over until it is committed?"""
        return self.for_java().get("isolation.level") == "read_committed"

    def for_java(self) -> dict[str, str]:
        """As a Java client takes them."""
        return {entry.name: entry.value for entry in self.entries}

    def for_spark(self) -> dict[str, str]:
        """As options of Spark's Kafka source and sink."""
        return {f"kafka.{name}": value for name, value in self.for_java().items()}

    def for_librdkafka(self) -> dict[str, str]:
        """As the Python client takes them."""
        given = {entry.name: entry for entry in self.entries}
        translated: dict[str, str] = {}
        for entry in self.entries:
            translated |= _translate(entry, given)
        return translated


Given = dict[str, Setting]


def _translate(entry: Setting, given: Given) -> dict[str, str]:
    if entry.name in _SHARED:
        return {entry.name: entry.value}
    if entry.name in _RENAMED:
        return {_RENAMED[entry.name]: entry.value}
    special = _SPECIAL.get(entry.name)
    if special is None:
        raise _untranslatable(entry, "remove it: the settings that are understood are listed in the transports page")
    return special(entry, given)


def _login(entry: Setting, _: Given) -> dict[str, str]:
    """`sasl.jaas.config`: the user and password of a PLAIN or SCRAM login."""
    module = re.search(r"\b(Plain|Scram)LoginModule\b", entry.value)
    options = dict(re.findall(r'(\w+)\s*=\s*"((?:[^"\\]|\\.)*)"', entry.value))
    options |= dict(re.findall(r"(\w+)\s*=\s*([^\s\";]+)", entry.value)) if not options else {}
    if module is None or not {"username", "password"} <= options.keys():
        raise _untranslatable(entry, "use PlainLoginModule or ScramLoginModule with username and password")
    return {f"sasl.{name}": re.sub(r"\\(.)", r"\1", options[name]) for name in ("username", "password")}


def _truststore(entry: Setting, given: Given) -> dict[str, str]:
    if _store_type(given, "ssl.truststore.type") != "PEM":
        fix = "export the certificates (keytool -exportcert -rfc) and set ssl.truststore.type=PEM"
        raise _untranslatable(entry, f"{fix}, ssl.truststore.location=FILE.pem")
    return {"ssl.ca.location": entry.value}


def _keystore(entry: Setting, given: Given) -> dict[str, str]:
    """A PEM key store is one file with the key and its certificates; librdkafka asks for both by name."""
    match _store_type(given, "ssl.keystore.type"):
        case "PEM":
            return {"ssl.certificate.location": entry.value, "ssl.key.location": entry.value}
        case "PKCS12":
            return {"ssl.keystore.location": entry.value}
    raise _untranslatable(entry, "convert it: keytool -importkeystore -deststoretype PKCS12, ssl.keystore.type=PKCS12")


def _keystore_password(entry: Setting, given: Given) -> dict[str, str]:
    if _store_type(given, "ssl.keystore.type") == "PEM":
        raise _untranslatable(entry, "remove it: a PEM key store's password is ssl.key.password")
    return {"ssl.keystore.password": entry.value}


def _store_kind(_entry: Setting, _: Given) -> dict[str, str]:
    """Says how to read the stores; nothing by itself."""
    return {}


def _host_check(entry: Setting, _: Given) -> dict[str, str]:
    """Java switches the check of the broker's host name off with an empty value."""
    return {entry.name: entry.value or "none"}


def _brokers(entry: Setting, _: Given) -> dict[str, str]:
    raise _untranslatable(entry, "remove it and name the brokers with --bootstrap-servers")


_SPECIAL: dict[str, Callable[[Setting, Given], dict[str, str]]] = {
    "bootstrap.servers": _brokers,
    "sasl.jaas.config": _login,
    "ssl.endpoint.identification.algorithm": _host_check,
    "ssl.keystore.location": _keystore,
    "ssl.keystore.password": _keystore_password,
    "ssl.keystore.type": _store_kind,
    "ssl.truststore.location": _truststore,
    "ssl.truststore.type": _store_kind,
}


def _store_type(given: Given, name: str) -> str:
    return given[name].value.upper() if name in given else "JKS"


def _untranslatable(entry: Setting, fix: str) -> RequestError:
    return RequestError(f"the client setting {entry.name} cannot be used here", where=entry.where, fix=fix)
