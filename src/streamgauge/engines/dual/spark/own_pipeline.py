"""A user's own PySpark transformation as the plan of a part: what it keeps, and what that is good for."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any

from pyspark.sql.functions import expr

from streamgauge.engines.dual.spark.switchable import Plan
from streamgauge.engines.spark.stages import stage_tasks
from streamgauge.errors import RequestError

ORIGIN_PARTITION, ORIGIN_OFFSET, ORIGIN_ORDINAL = "origin_partition", "origin_offset", "origin_ordinal"

# Nodes of Spark's logical plan behind which rows come only in their newest values.
_STATEFUL = {
    "Aggregate", "Distinct", "Deduplicate", "DeduplicateWithinWatermark", "FlatMapGroupsWithState", "TransformWithState",
    "TransformWithStateInPySpark", "FlatMapGroupsInPandasWithState",
}  # fmt: skip
_SHUFFLES = {"Repartition", "RepartitionByExpression"}
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
        _require_one_stream(rows, records)
        if "value" not in rows.columns:
            raise RequestError(
                f"the transformation gives no column 'value', only {', '.join(rows.columns)}",
                where="transform",
                fix="select what is to be written as value, such as to_json(struct(...)) AS value",
            )
        origin = _origin(rows) if guarantee_of(rows) is Guarantee.EXACTLY_ONCE else ()
        return rows.withColumn("partition", expr(_partition_sql(rows, output_partitions))), origin

    return Plan(build, output_mode)


def _partition_sql(rows: Any, output_partitions: int) -> str:
    """A partition that the output has. One that is given counts from the beginning again where there are fewer: with
    `select("*")` it is that of the input. Where none is given, or NULL, rows are spread by their key, and those without one by
    their origin: what is written is known by it."""
    chosen = f"hash({', '.join(_origin(rows) or ['value'])})"
    chosen = f"IF(key IS NULL, {chosen}, hash(key))" if "key" in rows.columns else chosen
    given = f"coalesce(CAST(partition AS INT), {chosen})" if "partition" in rows.columns else chosen
    return f"pmod({given}, {output_partitions})"


def stages_of(rows: Any, input_partitions: int, shuffle_partitions: int) -> tuple[int, ...]:
    """The tasks of each stage of a transformation, though Spark may need no shuffle between two steps by the same key."""
    nodes = list(_walk(_plan(rows)))
    spreading = [int(node.numPartitions()) for node in nodes if str(node.nodeName()) in _SHUFFLES and node.shuffle()]
    return stage_tasks(input_partitions, spreading, sum(map(_has_state, nodes)), shuffle_partitions)


def guarantee_of(rows: Any) -> Guarantee:
    """What can be promised for the output of a transformation."""
    whole = _plan(rows)
    plans = list(_walk(whole))
    if any(map(_has_state, plans)):
        return Guarantee.FINAL_VALUES
    # With `uuid()` as key a record goes to another partition when it is read again.
    now = rows.sparkSession._jvm.org.apache.spark.sql.catalyst.trees.TreePattern.CURRENT_LIKE()
    last = _last_projections(whole)
    is_repeatable = bool(whole.deterministic()) and not any(_is_placed_by(now, plan, is_last=plan in last) for plan in plans)
    is_told_apart = _is_told_apart(_origin(rows), [str(plan.nodeName()) for plan in plans])
    return Guarantee.EXACTLY_ONCE if is_repeatable and is_told_apart else Guarantee.AT_LEAST_ONCE


def _is_placed_by(now: Any, plan: Any, *, is_last: bool) -> bool:
    """May the time of day decide where a row goes, or whether it does? In its value it does no harm, if nothing is made of that
    any more. To Spark it is deterministic: it is the same in a whole batch."""
    found = [each for each in _elements(plan.expressions()) if each.containsPattern(now)]
    return any(not (is_last and str(each.nodeName()) == "Alias" and each.name() == "value") for each in found)


def _last_projections(plan: Any) -> list[Any]:
    """Those above which nothing is made of the column `value`: it is given out as it is there."""
    found = []
    while str(plan.nodeName()) == "Project":
        found.append(plan)
        made = [each for each in _elements(plan.expressions()) if str(each.nodeName()) != "AttributeReference"]
        if any(used.name() == "value" for each in made for used in _elements(each.references().toSeq())):
            break
        plan = plan.child()
    return found


def _is_told_apart(origin: tuple[str, ...], nodes: Sequence[str]) -> bool:
    """Has each row an origin of its own, and do rows come in its order? A join may make several rows of one and may shuffle."""
    ordinals = len(origin) - 2
    others = [name for name in nodes if name not in _ONE_TO_ONE | _SOURCES]
    return bool(origin) and others == ["Generate"] * ordinals


def _origin(rows: Any) -> tuple[str, ...]:
    if not {ORIGIN_PARTITION, ORIGIN_OFFSET} <= set(rows.columns):
        return ()
    return (ORIGIN_PARTITION, ORIGIN_OFFSET, *sorted(name for name in rows.columns if name.startswith(ORIGIN_ORDINAL)))


def _require_one_stream(rows: Any, records: Any) -> None:
    """Whatever else is read as a stream has offsets that nobody keeps: a switch would lose or repeat its records."""
    (own,) = _streams(records)
    for found in _streams(rows):
        if str(found.nodeName()) != str(own.nodeName()) or not found.table().equals(own.table()):
            raise RequestError(
                "the transformation reads a second stream",
                where=f"transform, {found.sourceName()}",
                fix="read it as a table (spark.read), or bring its records into the source's topic",
            )


def _streams(rows: Any) -> list[Any]:
    """What is read as a stream."""
    return [plan for plan in _walk(_plan(rows)) if plan.isStreaming() and plan.children().isEmpty()]


def _plan(rows: Any) -> Any:
    return rows._jdf.queryExecution().analyzed()


def _walk(plan: Any) -> Iterator[Any]:
    yield plan
    yield from (below for child in _elements(plan.children()) for below in _walk(child))


def _elements(found: Any) -> list[Any]:
    """Of a sequence of Scala's."""
    return [found.apply(number) for number in range(found.size())]


def _has_state(plan: Any) -> bool:
    return str(plan.nodeName()) in _STATEFUL or _joins_streams(plan)


def _joins_streams(plan: Any) -> bool:
    return str(plan.nodeName()) == "Join" and all(child.isStreaming() for child in _elements(plan.children()))
