"""Folders that are not ours: refused, and nothing in them is touched."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from streamgauge import dual
from streamgauge.engines.dual.spark.checkpoint import Checkpoint
from streamgauge.engines.spark.endpoints import read_stream
from streamgauge.errors import RequestError
from streamgauge.transport.kafka.topic import KafkaTopic
from tests.engines.dual.own import counts, send

pytestmark = pytest.mark.parametrize("open_engine", ["dual"], indirect=True)

FORMAT = "spark.sql.streaming.stateStore.checkpointFormatVersion"


@pytest.mark.parametrize("name", ["metadata", "state", "offsets", "sources", "commits"])
def test_a_folder_of_somebody_else_is_refused_and_left_alone(
    query: Callable[..., dual.DualQuery], tmp_path: Path, name: str
) -> None:
    """Whether it was there before, or came while nobody looked."""
    early = query()
    thesis = tmp_path / "checkpoint" / name / "thesis"
    thesis.parent.mkdir(parents=True)
    thesis.write_text("all of it")
    with pytest.raises(RequestError, match="another program"):
        query()
    with pytest.raises(RequestError, match="another program"):
        early.start()
    assert thesis.read_text() == "all of it"


def test_only_what_we_have_begun_is_cleared(spark: Any, tmp_path: Path) -> None:
    (tmp_path / "sources").mkdir()
    checkpoint = Checkpoint(spark, str(tmp_path))
    checkpoint.clear_uncommitted()
    assert (tmp_path / "sources").exists()
    checkpoint.write_own("ours", (0,), "ours.1")
    checkpoint.clear_uncommitted()
    assert not (tmp_path / "sources").exists()


@pytest.mark.parametrize(("version", "why"), [("1", "format 1"), ("2", "another program")])
def test_what_spark_alone_has_written_is_refused(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path, version: str, why: str
) -> None:
    send(topics[0], 0, 4)
    other = query(checkpoint=str(tmp_path / "unused"))._spark.newSession()
    other.conf.set(FORMAT, version)
    plain = counts(read_stream(other, topics[0])).writeStream.format("noop").outputMode("update").trigger(availableNow=True)
    plain.option("checkpointLocation", str(tmp_path / "checkpoint")).start().awaitTermination()
    with pytest.raises(RequestError, match=why):
        query(transform=counts)


def test_settings_are_those_of_the_last_commit(spark: Any, tmp_path: Path) -> None:
    """A batch that was never committed is forgotten, and what it was begun with."""
    for folder, number in (("offsets", 3), ("commits", 3), ("offsets", 4)):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / str(number)).write_text(f'v1\n{{"conf": {{"partitions": "{number}"}}}}\n{{}}')
    checkpoint = Checkpoint(spark, str(tmp_path))
    assert (checkpoint.setting("partitions"), checkpoint.setting("other")) == ("3", None)
    assert Checkpoint(spark, str(tmp_path / "new")).setting("partitions") is None


def test_a_foreign_checkpoint_is_refused(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path
) -> None:
    query().start().stop()
    with pytest.raises(RequestError, match="another pipeline"):
        query(source=topics[1], sink=topics[0])
    (tmp_path / "checkpoint" / "streamgauge.json").unlink()
    with pytest.raises(RequestError, match="another program"):
        query()
