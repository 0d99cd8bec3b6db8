"""The versions that a manifest names: of the engines that are used, and of nothing else."""

from importlib.metadata import version

import pytest

from streamgauge.experiments.plans import TransportPlan
from streamgauge.experiments.versions import versions_of

FILES = TransportPlan("files")


@pytest.mark.parametrize(
    ("engines", "packages"),
    [
        (["flink"], ["apache-flink"]),
        (["bytewax", "spark-microbatch", "spark-realtime"], ["bytewax", "pyspark"]),
        (["dual"], ["pyspark"]),
        (["reference"], []),
    ],
)
def test_each_engine_that_is_used_and_no_other(engines: list[str], packages: list[str]) -> None:
    found = versions_of(engines, FILES)
    assert list(found) == packages
    assert all(each[0].isdigit() for each in found.values())
    assert found.get("pyspark") in (None, version("pyspark"))


def test_the_broker_if_it_is_ours() -> None:
    assert list(versions_of(["reference"], TransportPlan())) == ["kafka"]
    assert versions_of(["reference"], TransportPlan(bootstrap_servers="there:9092")) == {}
