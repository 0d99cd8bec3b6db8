"""A user's own PySpark transformation as the plan of a part: what it keeps, and what that is good for."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from streamgauge.engines.dual.spark.switchable import Plan
from streamgauge.errors import RequestError

ORIGIN_PARTITION, ORIGIN_OFFSET, ORIGIN_ORDINAL = "origin_partition", "origin_offset", "origin_ordinal"

# Nodes of Spark's logical plan behind which rows come only in their newest values.
_STATEFUL = {
    "Aggregate", "Distinct", "Deduplicate", "DeduplicateWithinWatermark", "FlatMapGroupsWithState", "TransformWithState",
    "TransformWithStateInPySpark", "FlatMapGroupsInPandasWithState",
}  # fmt: skip
# Nodes that make no more than one row of a row, in the order of the rows; `Generate` makes several.
_ONE_TO_ONE = {"Project", "Filter", "SubqueryAlias", "EventTimeWatermark", "UpdateEventTimeWatermarkColumn"}
_SOURCES = {"StreamingRelation", "StreamingRelationV2"}


class Guarantee(Enum):
    """What a switch, a stop or a crash may do to the output."""

    EXACTLY_ONCE = "each output record is written exactly once"
    FINAL_VALUES = "final values are exact; after a switch some updates are written again"
    AT_LEAST_ONCE = "no record is lost; after a switch some are written again"


def explode(rows: Any, array: str, into: str) -> Any:
    """`rows` with a row for each element of the SQL expression `array`, in column `into`; the origin is kept."""
    depth = sum(name.startswith(ORIGIN_ORDINAL) for name in rows.columns)
    return rows.selectExpr("*", f"posexplode({array}) AS ({ORIGIN_ORDINAL}_{depth}, {into})")


def plan_of(transform: Callable[[Any], Any], output_mode: str, output_partitions: int) -> Plan:
    """The transformation between the input's records, with their origin, and the columns that Kafka's sink takes."""

    def build(records: Any) -> tuple[Any, tuple[str, ...]]:
        rows = transform(
            records.selectExpr("*", f"CAST(partition AS BIGINT) AS {ORIGIN_PARTITION}", f"offset AS {ORIGIN_OFFSET}")
        )
        if "value" not in rows.columns:
            raise RequestError(
                f"the transformation gives no column 'value', only {', '.join(rows.columns)}",
                where="transform",
                fix="select what is to be written as value, such as to_json(struct(...)) AS value",
            )
        origin = _origin(rows) if guarantee_of(rows) is Guarantee.EXACTLY_ONCE else ()
        if "partition" not in rows.columns:
            spread = ["key"] if "key" in rows.columns else list(_origin(rows)) or ["value"]
            rows = rows.selectExpr("*", f"pmod(hash({', '.join(spread)}), {output_partitions}) AS partition")
        return rows, origin

    return Plan(build, output_mode)


def guarantee_of(rows: Any) -> Guarantee:
    """What can be promised for the output of a transformation."""
    nodes = _nodes(rows._jdf.queryExecution().analyzed())
    if {*nodes} & _STATEFUL or _joins_streams(rows):
        return Guarantee.FINAL_VALUES
    return Guarantee.EXACTLY_ONCE if _is_told_apart(_origin(rows), nodes) else Guarantee.AT_LEAST_ONCE


def _is_told_apart(origin: tuple[str, ...], nodes: Sequence[str]) -> bool:
    """Has each row an origin of its own, and do rows come in its order? A join may make several rows of one and may shuffle."""
    ordinals = len(origin) - 2
    others = [name for name in nodes if name not in _ONE_TO_ONE | _SOURCES]
    return bool(origin) and others == ["Generate"] * ordinals


def _origin(rows: Any) -> tuple[str, ...]:
    if not {ORIGIN_PARTITION, ORIGIN_OFFSET} <= set(rows.columns):
        return ()
    return (ORIGIN_PARTITION, ORIGIN_OFFSET, *sorted(name for name in rows.columns if name.startswith(ORIGIN_ORDINAL)))


def _nodes(plan: Any) -> "list[str]":
    children = plan.children()
    below = [name for number in range(children.size()) for name in _nodes(children.apply(number))]
    return [str(plan.nodeName()), *below]


def _joins_streams(rows: Any) -> bool:
    return _any_stream_join(rows._jdf.queryExecution().analyzed())


def _any_stream_join(plan: Any) -> bool:
    children = [plan.children().apply(number) for number in range(plan.children().size())]
    is_join = str(plan.nodeName()) == "Join" and all(child.isStreaming() for child in children)
    return is_join or any(_any_stream_join(child) for child in children)
