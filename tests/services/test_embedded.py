"""Embedded services keep what they are given, for every process."""

import hashlib
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.flow import BOOLEAN, DOUBLE, LONG, STRING, Schema, Table
from streamgauge.services.embedded import Embedded
from streamgauge.services.embedded.blobs import FileBlobs

TABLE = Table(
    Schema.of(key=STRING, whole=LONG, number=DOUBLE, text=STRING, flag=BOOLEAN),
    (("a", 2**62, 0.1, "x", True), ("b'\"", -1, -1e300, "", False), ("c", None, None, None, None)),
)


@given(names=st.lists(st.text(min_size=1, max_size=30).filter(lambda name: name.isprintable()), unique=True, max_size=5))
def test_a_blob_may_have_any_name(names: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    blobs = FileBlobs(tmp_path_factory.mktemp("blobs"))
    for name in names:
        blobs.put(name, b"before")
        blobs.put(name, name.encode())
    assert [blobs.get(name) for name in names] == [name.encode() for name in names]
    assert dict(blobs.digests()) == {name: hashlib.md5(name.encode(), usedforsecurity=False).hexdigest() for name in names}
    assert blobs.get("?") is None or "?" in names


def test_rows_by_key(tmp_path: Path) -> None:
    provider = Embedded(tmp_path)
    filled = provider.table("step")
    filled.fill(TABLE)
    filled.close()
    asked = [provider.table("step") for _ in range(2)]
    for table in asked:
        assert table.find(["b'\"", "no", "a", "a", "c"]) == [
            TABLE.rows[1][1:], None, TABLE.rows[0][1:], TABLE.rows[0][1:], TABLE.rows[2][1:]
        ]  # fmt: skip
    other = provider.table("other step")
    other.fill(Table(TABLE.schema, ()))
    assert other.find(["a"]) == [None]


def test_rows_that_several_insert(tmp_path: Path) -> None:
    provider = Embedded(tmp_path)
    first, second, idle = (provider.rows("step") for _ in range(3))
    first.insert([("a", "ä\n"), ("b", "1")])
    first.insert([("a", "ä\n")])
    second.insert([("b", "1"), ("c", "")])
    for rows in (first, second, idle):
        rows.close()
    expected = {
        key: hashlib.md5(row.encode(), usedforsecurity=False).hexdigest() for key, row in (("a", "ä\n"), ("b", "1"), ("c", ""))
    }
    assert sorted(idle.digests()) == sorted(expected.items())
    assert list(provider.rows("other step").digests()) == []


def test_messages_of_several_processes(tmp_path: Path) -> None:
    provider = Embedded(tmp_path)
    inbox, publisher = provider.inbox("step"), provider.publisher("step")
    publisher.publish([("t/1", "ä\u2028\n".encode()), ("t/1", b"twice"), ("t/1", b"twice")])
    code = "import sys, pathlib; from streamgauge.services.embedded import Embedded; "
    code += "Embedded(pathlib.Path(sys.argv[1])).publisher('step').publish([('t/2', b'other')])"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    assert inbox.received() == Counter({("t/1", "ä\u2028\n".encode()): 1, ("t/1", b"twice"): 2, ("t/2", b"other"): 1})
    assert provider.inbox("other step").received() == Counter()
    publisher.close()
