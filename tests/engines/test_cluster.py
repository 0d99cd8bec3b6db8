"""A real standalone cluster, a master and two workers from the installed package, runs both paradigms."""

import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from streamgauge.host.ports import free_ports, is_listening
from streamgauge.host.processes import GuardedProcess

WORKERS = 2


@pytest.fixture(scope="module")
def master_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    found = importlib.util.find_spec("pyspark")
    assert found is not None
    assert found.origin is not None
    home, folder = Path(found.origin).parent, tmp_path_factory.mktemp("cluster")
    (port,) = free_ports(1)
    env = os.environ | {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_WORKER_DIR": str(folder / "work")}
    url = f"spark://127.0.0.1:{port}"
    commands = [["master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0"]]
    commands += [["worker.Worker", "--cores", "6", "--memory", "1g", "--webui-port", "0", url]] * WORKERS
    with ExitStack() as running:
        for number, (name, *arguments) in enumerate(commands):
            command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", *arguments]
            running.enter_context(GuardedProcess.start(command, log_path=folder / f"{number}.log", env=env))
            if number == 0:
                _wait_for(port)
        yield url


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 30
    while not is_listening(port):
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.parametrize("engine", ["spark-microbatch", "spark-realtime", "dual"])
def test_the_cluster_gives_the_right_answer(master_url: str, engine: str) -> None:
    command = [sys.executable, "-m", "streamgauge", "verify", "wordcount", "--engine", engine, "--events", "3000", "--json"]
    command += ["--master", master_url, "--spark-conf", "spark.executor.memory=700m", "--spark-conf", "spark.executor.cores=6"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=170, check=False)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["equal"] is True


def test_the_dual_engine_sees_how_far_executors_elsewhere_have_read(master_url: str, tmp_path: Path) -> None:
    """In the middle of a batch, of which nothing is committed; and the query writes nothing that could tell."""
    command = [sys.executable, "-m", "tests.engines.reading", master_url, str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=170, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split() == ["3000", "0"]


@pytest.mark.parametrize("transformation", ["words", "counts"])
def test_a_query_whose_executor_is_killed_goes_on_where_it_was(master_url: str, tmp_path: Path, transformation: str) -> None:
    """The query ends and says so; the next start loses nothing, and repeats nothing where each record is to be written once."""
    command = [sys.executable, "-m", "tests.engines.executor_killed", master_url, str(tmp_path), transformation]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout.splitlines()[-1])
    assert "the query failed" in told["ended"]
    assert told["different"] == 6_000
    assert told["records"] == 6_000 or transformation == "counts"
