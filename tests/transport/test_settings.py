"""Client settings: Java's names for Spark, librdkafka's for us, no secret in sight."""

from pathlib import Path

import pytest

from streamgauge.errors import RequestError
from streamgauge.transport.kafka.settings import ClientSettings

LOGIN = 'org.apache.kafka.common.security.{module} required username="al\\"ice" password="s3 cret;";'


def read(tmp_path: Path, text: str) -> ClientSettings:
    path = tmp_path / "client.properties"
    path.write_text(text, encoding="utf-8")
    return ClientSettings.read(path)


@pytest.mark.parametrize("module", ["plain.PlainLoginModule", "scram.ScramLoginModule"])
def test_a_login(tmp_path: Path, module: str) -> None:
    login = LOGIN.format(module=module)
    # A backslash is one in the file only if it is doubled.
    escaped = login.replace("\\", "\\\\")
    settings = read(tmp_path, f"security.protocol=SASL_SSL\nsasl.mechanism=PLAIN\nsasl.jaas.config={escaped}\n")
    assert settings.for_librdkafka() == {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "PLAIN",
        "sasl.username": 'al"ice',
        "sasl.password": "s3 cret;",
    }
    assert settings.for_spark()["kafka.sasl.jaas.config"] == login
    assert settings.for_java()["security.protocol"] == "SASL_SSL"


def test_pem_stores(tmp_path: Path) -> None:
    settings = read(
        tmp_path,
        "ssl.truststore.type=PEM\nssl.truststore.location=ca.pem\n"
        "ssl.keystore.type=pem\nssl.keystore.location=me.pem\nssl.key.password=pw\n"
        "ssl.endpoint.identification.algorithm=\n",
    )
    assert settings.for_librdkafka() == {
        "ssl.ca.location": "ca.pem",
        "ssl.certificate.location": "me.pem",
        "ssl.key.location": "me.pem",
        "ssl.key.password": "pw",
        "ssl.endpoint.identification.algorithm": "none",
    }


def test_stores_written_into_the_file(tmp_path: Path) -> None:
    settings = read(tmp_path, "ssl.truststore.type=PEM\nssl.truststore.certificates=-----BEGIN\\n...\n")
    assert settings.for_librdkafka() == {"ssl.ca.pem": "-----BEGIN\n..."}


def test_a_pkcs12_key_store(tmp_path: Path) -> None:
    settings = read(tmp_path, "ssl.keystore.type=PKCS12\nssl.keystore.location=me.p12\nssl.keystore.password=pw\n")
    assert settings.for_librdkafka() == {"ssl.keystore.location": "me.p12", "ssl.keystore.password": "pw"}


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("ssl.truststore.location=trust.jks", "ssl.truststore.type=PEM"),
        ("ssl.keystore.location=me.jks", "PKCS12"),
        ("sasl.jaas.config=com.sun.security.auth.module.Krb5LoginModule required;", "ScramLoginModule"),
        ("bootstrap.servers=a:1", "--bootstrap-servers"),
        ("interceptor.classes=org.example.Spy", "remove it"),
    ],
)
def test_what_cannot_be_translated_is_refused_with_its_line(tmp_path: Path, line: str, advice: str) -> None:
    with pytest.raises(RequestError) as caught:
        read(tmp_path, f"# mine\nclient.id=x\n{line}\n")
    assert line.partition("=")[0] in caught.value.what
    assert caught.value.where.endswith("client.properties:3")
    assert advice in caught.value.fix


def test_secrets_are_not_shown(tmp_path: Path) -> None:
    login = LOGIN.format(module="plain.PlainLoginModule")
    settings = read(tmp_path, f"ssl.key.password=hidden1\nsasl.jaas.config={login}\nssl.keystore.key=hidden2\nclient.id=me\n")
    shown = repr(settings) + str(settings)
    assert not [secret for secret in ("s3 cret", "hidden1", "hidden2") if secret in shown]
    assert "client.id=me" in shown


def test_the_last_of_equal_names_counts(tmp_path: Path) -> None:
    assert read(tmp_path, "client.id=a\nclient.id=b\n").for_java() == {"client.id": "b"}


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="cannot be read"):
        ClientSettings.read(tmp_path / "absent")
