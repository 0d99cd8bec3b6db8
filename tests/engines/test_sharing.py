"""Sessions that agree share Spark's JVM; those that do not are opened one after the other."""

from pathlib import Path

import psutil
import pytest

from streamgauge.engines.base import Place
from streamgauge.engines.spark import MICROBATCH, REALTIME
from streamgauge.engines.spark.settings import MINIMUM_BATCH
from streamgauge.engines.watched import InUseError, Watched
from streamgauge.experiments.plans import EnginePlan, TransportPlan
from streamgauge.experiments.sessions import Sessions
from streamgauge.experiments.surroundings import open_surroundings

pytestmark = pytest.mark.slow

SHUFFLE = "spark.sql.shuffle.partitions"


def place(folder: Path) -> Place:
    folder.mkdir()
    return Place(folder, folder)


def test_both_paradigms_in_one_jvm_which_ends_with_the_last(tmp_path: Path) -> None:
    batch = MICROBATCH.open({"shuffle_partitions": 3}, place(tmp_path / "a"))
    real = REALTIME.open({"realtime_batch": 1.0}, place(tmp_path / "b"))
    assert isinstance(real, Watched)
    assert batch.process_ids == real.process_ids
    process = psutil.Process(real.process_ids[0])
    assert real.spark.conf.get(MINIMUM_BATCH) == "1000"
    assert batch.spark.conf.get(MINIMUM_BATCH, None) != "1000"
    assert [each.spark.conf.get(SHUFFLE) for each in (batch, real)] == ["3", "2"]
    with pytest.raises(InUseError, match=r"another spark\.driver\.memory"):
        REALTIME.open({"driver_memory": "1g"}, place(tmp_path / "c"))
    batch.close()
    assert process.is_running()
    assert real.figures()["gc_s"] >= 0
    assert real.figures()["executors"] == 1
    real.close()
    assert not process.is_running()


def test_engines_that_cannot_be_open_together_are_opened_in_turn(tmp_path: Path) -> None:
    said: list[str] = []
    with open_surroundings(TransportPlan("files"), tmp_path, said.append) as surroundings:
        sessions = Sessions(surroundings)
        first = sessions.get(EnginePlan("spark-microbatch"))
        assert sessions.get(EnginePlan("spark-microbatch")) is first
        second = sessions.get(EnginePlan("spark-microbatch", {"driver_memory": "1g"}))
        assert sessions.all == (second.session,)
        sessions.close()
    assert said == ["opening spark-microbatch"] * 2
