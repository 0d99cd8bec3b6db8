"""Azure Blob and Table Storage through their official clients: an account in the cloud, or Azurite."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import quote, unquote

from streamgauge.errors import MachineError, RequestError
from streamgauge.flow import LONG, Table
from streamgauge.services.base import NotNowError
from streamgauge.services.packages import client_library

_TIMEOUTS = {"connection_timeout": 5, "read_timeout": 20, "retry_total": 0}  # trying again is our own affair
_IN_ONE_TRANSACTION = 100
_SETTING = "STREAMGAUGE_STORAGE"
_PASSING = (408, 429)
_SERVER_ERRORS = 500
_NO_TABLE = "TableNotFound"
_GONE = "the {} is gone, as after the kill of an emulator"


class AzureBlobs:
    """The blobs of a step: those of a container whose names begin with the step's."""

    def __init__(self, connection: str, container: str, step: str) -> None:
        library = client_library("azure.storage.blob", "azure-storage-blob")
        self._prefix = f"{step}/"
        self._container = _client(library.ContainerClient, connection, container)

    def prepare(self) -> None:
        """Make the container, if nobody has."""
        errors = client_library("azure.core.exceptions", "azure-core")
        with _passing_errors(), suppress(errors.ResourceExistsError):
            self._container.create_container()

    def get(self, name: str) -> bytes | None:
        errors = client_library("azure.core.exceptions", "azure-core")
        with _passing_errors():
            try:
                return bytes(self._container.download_blob(self._prefix + name).readall())
            except errors.ResourceNotFoundError:
                return None

    def put(self, name: str, content: bytes) -> None:
        errors = client_library("azure.core.exceptions", "azure-core")
        with _passing_errors():
            try:
                self._container.upload_blob(self._prefix + name, content, overwrite=True)
            except errors.ResourceNotFoundError as error:
                self.prepare()
                raise NotNowError(_GONE.format("container")) from error

    def digests(self) -> Iterator[tuple[str, str]]:
        errors = client_library("azure.core.exceptions", "azure-core")
        with _passing_errors(), suppress(errors.ResourceNotFoundError):
            for blob in self._container.list_blobs(name_starts_with=self._prefix):
                yield blob.name.removeprefix(self._prefix), bytes(blob.content_settings.content_md5 or b"").hex()

    def remove(self) -> None:
        """The whole container."""
        errors = client_library("azure.core.exceptions", "azure-core")
        with _passing_errors(), suppress(errors.ResourceNotFoundError):
            self._container.delete_container()

    def close(self) -> None:
        self._container.close()


class AzureTable:
    """The rows of a step: those of a table whose partition key is the step's name; what is inserted has one column."""

    def __init__(self, connection: str, table: str, step: str) -> None:
        library = client_library("azure.data.tables", "azure-data-tables")
        self._step = step
        self._table = _client(library.TableClient, connection, table)

    def prepare(self) -> None:
        """Make the table, if nobody has."""
        errors = client_library("azure.core.exceptions", "azure-core")
        with _passing_errors(), suppress(errors.ResourceExistsError):
            self._table.create_table()

    def fill(self, table: Table) -> None:
        library = client_library("azure.data.tables", "azure-data-tables")
        whole = {f"c{n}" for n, (_, kind) in enumerate(table.schema) if kind == LONG}
        self.prepare()
        with _passing_errors():
            self._upsert([self._entity(row, whole, library) for row in table.rows])

    def insert(self, rows: Sequence[tuple[str, str]]) -> None:
        library = client_library("azure.data.tables", "azure-data-tables")
        errors = client_library("azure.core.exceptions", "azure-core")
        newest = dict(rows)  # a transaction may have one row of a key
        with _passing_errors():
            try:
                self._upsert([self._entity(row, set(), library) for row in newest.items()])
            except errors.HttpResponseError as error:
                if not _is_gone(error):
                    raise
                self.prepare()
                raise NotNowError(_GONE.format("table")) from error

    def _upsert(self, entities: Sequence[dict[str, Any]]) -> None:
        for start in range(0, len(entities), _IN_ONE_TRANSACTION):
            self._table.submit_transaction([("upsert", each) for each in entities[start : start + _IN_ONE_TRANSACTION]])

    def digests(self) -> Iterator[tuple[str, str]]:
        errors = client_library("azure.core.exceptions", "azure-core")
        with _passing_errors(), suppress(errors.ResourceNotFoundError):
            for entity in self._table.query_entities("PartitionKey eq @step", parameters={"step": self._step}):
                yield _key(entity["RowKey"]), hashlib.md5(entity["c1"].encode(), usedforsecurity=False).hexdigest()

    def _entity(self, row: Sequence[Any], whole: set[str], library: Any) -> dict[str, Any]:
        values = {f"c{n}": value for n, value in enumerate(row) if n and value is not None}
        typed = {n: library.EntityProperty(v, library.EdmType.INT64) if n in whole else v for n, v in values.items()}
        return {"PartitionKey": self._step, "RowKey": _row_key(row[0]), "columns": len(row) - 1, **typed}

    def find(self, keys: Sequence[str]) -> list[tuple[Any, ...] | None]:
        return [self._row(key) for key in keys]

    def _row(self, key: str) -> tuple[Any, ...] | None:
        errors = client_library("azure.core.exceptions", "azure-core")
        with _passing_errors():
            try:
                found = self._table.get_entity(self._step, _row_key(key))
            except errors.ResourceNotFoundError as error:
                if _is_gone(error):
                    raise NotNowError(_GONE.format("table")) from error
                return None
        return tuple(_plain(found.get(f"c{number}")) for number in range(1, found["columns"] + 1))

    def remove(self) -> None:
        """The whole table."""
        with _passing_errors():
            self._table.delete_table()

    def close(self) -> None:
        self._table.close()


def _client(kind: Any, connection: str, name: str) -> Any:
    try:
        return kind.from_connection_string(connection, name, **_TIMEOUTS)
    except ValueError as error:
        raise RequestError(
            f"this is no connection string: {error}", where=_SETTING, fix="copy it from the account's access keys"
        ) from None


def _plain(value: Any) -> Any:
    """A 64-bit number comes with its type."""
    return value.value if hasattr(value, "edm_type") else value


def _row_key(key: str) -> str:
    """A key without the signs that Azure takes for parts of a path."""
    return quote(key, safe="").replace("%", "=")


def _key(row_key: str) -> str:
    """The other way round."""
    return unquote(row_key.replace("=", "%"))


def _is_gone(error: Exception) -> bool:
    """Whether there is no such table, rather than no such row."""
    return getattr(error, "error_code", None) == _NO_TABLE


@contextmanager
def _passing_errors() -> Iterator[None]:
    """What may be over soon: nobody answers, or not in time, or the service says that it is busy."""
    errors = client_library("azure.core.exceptions", "azure-core")
    try:
        yield
    except (errors.ServiceRequestError, errors.ServiceResponseError) as error:
        raise NotNowError(str(error)) from error
    except errors.HttpResponseError as error:
        if error.status_code in _PASSING or (error.status_code or 0) >= _SERVER_ERRORS:
            raise NotNowError(error.message) from error
        if isinstance(error, errors.ResourceExistsError | errors.ResourceNotFoundError):
            raise
        raise MachineError(
            f"storage refused a request: {error.reason} ({error.status_code})",
            where="the storage account",
            fix=f"check {_SETTING}",
        ) from error
