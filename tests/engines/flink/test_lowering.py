"""The generated SQL, statement by statement: a file in `golden` for each step and for some workloads. A fold is a remark there.

After a change that is meant: `python -m tests.engines.flink.test_lowering`, and read the difference.
"""

import json
from pathlib import Path

import pytest

from streamgauge.engines.flink.program import program_of
from streamgauge.engines.flink.support import FLINK_SUPPORT
from streamgauge.flow import STRING, Flow, Lookup, Miss, Schema, Sink, Table
from streamgauge.testing.step_flows import FLOWS, events
from streamgauge.workloads import load_workload

GOLDEN = Path(__file__).with_name("golden")
WORKLOADS = ("wordcount", "grep", "hibench-fixwindow", "nexmark-q8", "operator-count-window", "operator-explode")


def flows() -> dict[str, Flow]:
    own = {name: load_workload(name).configured({}, seed=1).flow for name in WORKLOADS}
    return own | {name: flow for name, flow in FLOWS.items() if not FLINK_SUPPORT.gaps(flow)}


def sql_of(flow: Flow) -> str:
    program = program_of(flow, None, None, {}, 2)
    statements = [*program["statements"], program["insert"]]
    return "".join(f"{each};\n\n" if isinstance(each, str) else f"-- {json.dumps(each)}\n\n" for each in statements)


@pytest.mark.parametrize("name", flows())
def test_sql(name: str) -> None:
    assert sql_of(flows()[name]) == (GOLDEN / f"{name}.sql").read_text()


def test_nothing_golden_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.sql")} == flows().keys()


def test_a_row_of_a_table_whose_key_is_null_is_left_out() -> None:
    """Its key is the table's primary key, and null equals nothing."""
    table = Table(Schema.of(id=STRING, colour=STRING), (("k0", "red"), (None, "grey")))
    sql = sql_of(Flow("colours", Sink(Lookup(events(), on="key", table=table, miss=Miss.NULL))))
    assert "_id STRING NOT NULL" in sql
    assert "red" in sql
    assert "grey" not in sql


if __name__ == "__main__":
    for name, flow in flows().items():
        (GOLDEN / f"{name}.sql").write_text(sql_of(flow))
