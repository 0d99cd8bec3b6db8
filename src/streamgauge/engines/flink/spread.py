"""Repartition: Flink SQL has no word for it, but it can be told to shuffle rows before it looks them up in a table.

So they are looked up in an empty one, by what they are to be spread by. Each row leaves as it came, from another task.
"""

from streamgauge.engines.flink.dialect import FLINK
from streamgauge.engines.flink.source import create_table
from streamgauge.engines.flink.stage import Stage, identifiers
from streamgauge.flow import Repartition, RepartitionKind

_SPREAD = "_spread"


def empty_table(step: Repartition) -> str:
    """The statement that makes the table."""
    return create_table(_name(step), ["_id STRING"], {"connector": "static-table", "rows": "[]"})


def spread(step: Repartition, stage: Stage) -> Stage:
    own = [*identifiers(step.schema.names), *stage.marks.columns]
    rows, by, copy = stage.sql, _spread_by(step), stage.next_ordinal()
    if step.how is RepartitionKind.BROADCAST:
        copies = ", ".join(str(number) for number in range(step.partitions))
        rows, by = f"{stage.sql} CROSS JOIN UNNEST(ARRAY[{copies}]) AS c({copy})", f"CAST({copy} AS STRING)"
        own.append(copy)
    sql = "\n".join(
        (
            f"SELECT /*+ LOOKUP('table'='r', 'shuffle'='true') */ {', '.join(f'l.{name}' for name in own)}",
            f"FROM (SELECT {', '.join(own)}, {by} AS {_SPREAD}, PROCTIME() AS _now FROM {rows}) AS l",
            f"LEFT JOIN {_name(step)} FOR SYSTEM_TIME AS OF l._now AS r ON l.{_SPREAD} = r._id",
        )
    )
    is_copied = step.how is RepartitionKind.BROADCAST and stage.marks.origin
    return stage._replace(sql=sql).with_ordinal(copy) if is_copied else stage._replace(sql=sql)


def _spread_by(step: Repartition) -> str:
    """Rows that are equal in this go to one task."""
    if step.how is RepartitionKind.HASH:
        return " || ' ' || ".join(f"COALESCE(CAST({name} AS STRING), '')" for name in identifiers(step.columns))
    return "CAST(RAND_INTEGER(1000000) AS STRING)"


def _name(step: Repartition) -> str:
    return FLINK.identifier(f"nothing for {step.name}")
