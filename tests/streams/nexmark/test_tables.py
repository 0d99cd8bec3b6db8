"""Typed columns hold what the JSON records hold."""

import json
from typing import Any

import pyarrow as pa
import pytest

from streamgauge.streams.nexmark import NexmarkStream

KINDS = {"person": "persons", "auction": "auctions", "bid": "bids"}


@pytest.mark.parametrize(
    "stream",
    [
        NexmarkStream(),
        NexmarkStream(channels=True, late_share=0.1, out_of_order_group_size=10),
        NexmarkStream(avg_bid_byte_size=0),
    ],
    ids=["beam", "ours", "small"],
)
@pytest.mark.parametrize(("start", "count"), [(0, 60), (8_150, 8_400), (1_000_004, 3), (65_530, 70_000), (7, 0), (131_072, 0)])
def test_tables_equal_the_records(stream: NexmarkStream, start: int, count: int) -> None:
    tables = stream.tables(start, count)
    rows: dict[int, dict[str, Any]] = {}
    for kind, name in KINDS.items():
        for row in getattr(tables, name).to_pylist():
            number = row.pop("number")
            rows[number] = {"type": kind, **row}
    records = [json.loads(record) for record in stream.records(start, count)]
    assert [rows[number] for number in sorted(rows)] == records
    assert sorted(rows) == list(range(start, start + count))


def test_types() -> None:
    tables = NexmarkStream().tables(0, 100)
    assert {field.type for table in (tables.persons, tables.auctions, tables.bids) for field in table.schema} == {
        pa.int64(),
        pa.string(),
    }
    assert tables.bids.schema.names == ["number", "auction", "bidder", "price", "dateTime", "extra"]
