"""The lowering costs nothing: Spark makes the same physical plan of it as of a program written by hand."""

import re
from pathlib import Path
from typing import Any

import pytest
from benchmarks.handwritten import HANDWRITTEN

from streamgauge.engines.spark.engine import SparkSessionOfOurs
from streamgauge.engines.spark.lowering import INPUT_COLUMNS, lower
from streamgauge.workloads import load_workload

from .opened import OpenEngine

PARTITIONS = 4


def physical_plan(rows: Any) -> list[str]:
    """The operators and their expressions, without the numbers that Spark gives to columns and operators."""
    plan = rows._jdf.queryExecution().executedPlan().toString()
    return [re.sub(r"#\d+L?|\[plan_id=\d+\]|#\[\d+\]", "", line).rstrip() for line in plan.splitlines()]


@pytest.mark.parametrize("open_engine", ["spark-microbatch"], indirect=True)
@pytest.mark.parametrize("name", ["wordcount", "grep"])
def test_the_lowered_plan_is_the_handwritten_one(open_engine: OpenEngine, name: str, tmp_path: Path) -> None:
    assert isinstance(open_engine.session, SparkSessionOfOurs)
    records = open_engine.session.spark.read.schema(INPUT_COLUMNS).parquet(str(tmp_path))
    flow = load_workload(name).configured({}, seed=1).flow
    lowered = physical_plan(lower(flow, records, output_partitions=PARTITIONS))
    assert lowered == physical_plan(HANDWRITTEN[name](records, PARTITIONS))
    assert len(lowered) >= 3
