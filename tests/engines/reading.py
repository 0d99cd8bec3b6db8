"""Run by test_cluster in a process of its own: how far does the dual engine see a query read, inside a batch, on a cluster?

python -m tests.engines.reading MASTER FOLDER
"""

import sys
import time
from pathlib import Path

from streamgauge.engines.base import Place
from streamgauge.engines.dual.spark.engine import ENGINE
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.workloads import load_workload

EVENTS = 3_000
BATCH_S = 60.0


def main(master: str, folder: Path) -> None:
    """Prints how many records were seen as read, and how many batches had ended by then."""
    place = Place(folder / "work", folder / "logs")
    place.work.mkdir()
    place.logs.mkdir()
    conf = {"spark.executor.memory": "700m", "spark.executor.cores": "6"}
    options = {"master": master, "spark_conf": conf, "realtime_batch": BATCH_S, "rehearsal": 0.0}
    workload = load_workload("grep").configured({"pattern": "nowhere"}, seed=1)  # passes nothing, and must show no queue
    with ManagedBroker.start(log_dir=folder) as broker, ENGINE.open(options, place) as session:
        transport = KafkaTransport(broker.bootstrap_servers)
        source = transport.create_topic("in", partitions=2, stamp=Stamp.INTENDED)
        sink = transport.create_topic("out", partitions=2, stamp=Stamp.APPENDED)
        running, writer = session.start(workload.flow, source, sink), source.writer()
        for number, record in enumerate(workload.stream.records(0, EVENTS)):
            writer.send(number % 2, record, 0)
        writer.close()
        deadline = time.monotonic() + BATCH_S - 10
        while running.progress().consumed < EVENTS and time.monotonic() < deadline:
            time.sleep(0.2)
        sys.stdout.write(f"{running.progress().consumed} {sum(running.pipeline.parts[0].committed.values())}\n")
        running.stop()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
