"""Lateness: weighted by records, and kept in a file."""

from pathlib import Path

import pyarrow.parquet as pq

from streamgauge.load.lateness import Batches, Lateness
from streamgauge.load.lateness_file import save_lateness
from streamgauge.load.report import SendReport

MS = 1_000_000


def batches(*rows: tuple[int, int]) -> Batches:
    """Batches of (count, lateness in ms)."""
    made = Batches()
    for count, late_ms in rows:
        made.add(sent_ns=late_ms * MS, first_event=sum(made.count), count=count, lateness_ns=late_ms * MS)
    return made


def test_batches_weigh_as_much_as_their_records() -> None:
    lateness = Lateness.of(batches((1, 500), (98, 2), (1, 10)))
    assert lateness == Lateness(p50_ms=2, p99_ms=10, max_ms=500, share_punctual=0.99)


def test_all_late() -> None:
    assert Lateness.of(batches((3, 11))) == Lateness(p50_ms=11, p99_ms=11, max_ms=11, share_punctual=0)


def test_file_holds_every_batch(tmp_path: Path) -> None:
    made = batches((5, 1), (7, 3))
    report = SendReport(0, 12, 1234, 3 * MS, is_paced=True, was_stopped=False, batches=made)
    save_lateness(report, tmp_path / "lateness.parquet")
    table = pq.read_table(tmp_path / "lateness.parquet")
    assert table.to_pydict() == {
        "sent_ns": [MS, 3 * MS],
        "first_event": [0, 5],
        "count": [5, 7],
        "lateness_ns": [MS, 3 * MS],
    }
    assert table.schema.metadata[b"start_ms"] == b"1234"
    assert [path.name for path in tmp_path.iterdir()] == ["lateness.parquet"]
