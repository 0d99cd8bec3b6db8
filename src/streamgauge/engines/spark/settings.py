"""The settings of a Spark session: which, and why.

Both paradigms run with the same ones, so that what is compared is the paradigm; whatever the user gives wins.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

_ROCKSDB = "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"

# Real-time mode takes state in RocksDB with checkpoint format 2 only; with changelogs a commit writes the changes, not all of it.
STATE = {
    "spark.sql.streaming.stateStore.providerClass": _ROCKSDB,
    "spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing.enabled": "true",
    "spark.sql.streaming.stateStore.checkpointFormatVersion": "2",
}

# The streaming shuffle holds a buffer back until it is full or this old. The default of about 30 ms is most of real-time
# mode's median for WordCount at a low rate; 5 ms brings it from 31 to 8 ms and costs no throughput that could be measured.
LATENCY = {"spark.shuffle.streaming.networkBufferMaxWaitTimeMs": "5"}

# Records that real-time mode has read ahead are seconds of work by default, 32 MB for each task of the shuffle. In a burst they
# wait where nobody sees them, a batch ends that much later, and all of them are read again after a stop.
SHORT_QUEUE = {
    "spark.shuffle.streaming.readerMaxMemory": str(512 * 1024),
    "spark.shuffle.streaming.writerMaxMemory": str(256 * 1024),
}

# Spark refuses real-time batches shorter than this, by default 5 s; whoever asks for a shorter one knows why.
MINIMUM_BATCH = "spark.sql.streaming.realTimeMode.minBatchDuration"

QUIET = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.streaming.numRecentProgressUpdates": "10000",
    "spark.log.structuredLogging.enabled": "false",
}

# Executors in other processes tell how far their tasks are with every heartbeat, by default every ten seconds only. The dual
# engine looks five times a second.
HEARTBEATS = {"spark.executor.heartbeatInterval": "200ms"}

# Snapshots of state are written out by a thread that looks once a minute by default. What has not been written yet is replayed
# from the changes when a query starts: see the dual engine's `snapshots`.
SNAPSHOTS = {"spark.sql.streaming.stateStore.maintenanceInterval": "5s"}

# Real-time mode needs a slot for each of its tasks at once, and a query ends in failure if they are not free when a batch begins.
# A small table to look things up in would be read by as many tasks as there are slots, all of them for a moment.
FEW_TASKS = {"spark.sql.leafNodeDefaultParallelism": "1"}

# Spark renames each file of a checkpoint by an interface of Hadoop that, on a local disk, starts the program `readlink` for it:
# several processes a batch. By the other interface WordCount's micro-batches at 2,000/s take 312 instead of 500 ms in the
# median, and a boundary of real-time mode is shorter. On a local disk a rename is atomic either way; elsewhere it need not be.
CHECKPOINTS_ON_DISK = {
    "spark.sql.streaming.checkpointFileManagerClass": (
        "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager"
    )
}

# A task that fails is tried again by default, and what it has written to Kafka is written again. The dual engine knows what has
# been written only when a query starts, so there the query ends instead. In one JVM Spark tries nothing again anyway.
ONE_TRY = {"spark.task.maxFailures": "1"}

LOOPBACK = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}


def session_settings(
    *,
    master: str,
    shuffle_partitions: int,
    driver_memory: str,
    jars: Sequence[Path],
    work: Path,
    log_settings: Path,
    given: Mapping[str, str],
) -> dict[str, str]:
    """All settings of a session; `given` are the user's own and win."""
    ours = {
        "spark.app.name": "streamgauge",
        "spark.master": master,
        "spark.jars": ",".join(map(str, jars)),
        "spark.driver.memory": driver_memory,
        "spark.driver.extraJavaOptions": f"-Dlog4j2.configurationFile=file:{log_settings} -Dderby.system.home={work}",
        "spark.local.dir": str(work / "spark-local"),
        "spark.sql.warehouse.dir": str(work / "warehouse"),
        "spark.sql.shuffle.partitions": str(shuffle_partitions),
        "spark.sql.session.timeZone": "UTC",
    }
    where = (LOOPBACK if is_local(master) else {}) | ({} if has_executor_here(master) else HEARTBEATS)
    return ours | where | STATE | CHECKPOINTS_ON_DISK | LATENCY | SHORT_QUEUE | FEW_TASKS | QUIET | dict(given)


def is_local(master: str) -> bool:
    """Does everything run on this machine, so that nothing need listen to the outside?"""
    return master.startswith("local") or "127.0.0.1" in master or "localhost" in master


def has_executor_here(master: str) -> bool:
    """Does the driver do the work? In `local-cluster` it does not."""
    return master == "local" or master.startswith("local[")


def default_master() -> str:
    """Real-time mode needs a slot for every task of all stages at once, also where there are fewer cores."""
    return f"local[{max(8, 2 * (os.cpu_count() or 1))}]"
