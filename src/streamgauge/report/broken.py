"""Broken records in words."""

from collections.abc import Mapping
from typing import Any

_MOST_NAMED = 5


def broken_text(broken: Mapping[str, Any]) -> str:
    """How many there were, and where the first of them stand.

    >>> broken_text({"count": 1, "records": [{"event": 3, "line": 4, "partition": 1, "offset": 1}]})
    'broken: 1, passed over: line 4 (partition 1, offset 1)'
    >>> broken_text({"count": 0, "records": []})
    'broken: 0'
    """
    named = [_place(record) for record in broken["records"][:_MOST_NAMED]]
    if not named:
        return f"broken: {broken['count']}"
    more = ", ..." if broken["count"] > len(named) else ""
    return f"broken: {broken['count']:,}, passed over: {', '.join(named)}{more}"


def _place(record: Mapping[str, int]) -> str:
    name = f"line {record['line']}" if "line" in record else f"event {record['event']}"
    return f"{name} (partition {record['partition']}, offset {record['offset']})" if "partition" in record else name
