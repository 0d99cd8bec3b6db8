"""The batches of a sender as a Parquet file."""

from pathlib import Path

from streamgauge.load.report import SendReport
from streamgauge.whole_file import whole_file


def save_lateness(report: SendReport, path: Path) -> None:
    """Write one row for every batch; the file appears whole or not at all."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(report.batches.columns()).replace_schema_metadata({"start_ms": str(report.start_ms)})
    with whole_file(path) as half:
        pq.write_table(table, half, compression="zstd")
