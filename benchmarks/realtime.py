"""Where real-time mode's latency goes, and what each setting that could lower it does: one at a time, beside what we use.

    python benchmarks/realtime.py [--workload wordcount] [--rate 2000] [--seconds 25]

What we use is measured first and last: what lies between the two is noise. The reasons for the settings that we do change are
where they live, in `engines/spark/settings.py`.
"""

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from streamgauge.transport.kafka.broker import ManagedBroker

_WAIT = "spark.shuffle.streaming.networkBufferMaxWaitTimeMs"
_ASYNC = "spark.sql.streaming.realTimeMode.asyncProgressTrackingByDefault.enabled"
_MEMORY = ("spark.shuffle.streaming.readerMaxMemory=33554432", "spark.shuffle.streaming.writerMaxMemory=33554432")


@dataclass(frozen=True)
class Variant:
    """One thing that is otherwise than usual."""

    name: str
    conf: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    client: tuple[str, ...] = ()

    def arguments(self, folder: Path) -> list[str]:
        given = [word for each in self.conf for word in ("--spark-conf", each)]
        given += [word for each in self.options for word in ("--option", each)]
        if self.client:
            file = folder / "client.properties"
            file.write_text("\n".join(self.client), encoding="utf-8")
            given += ["--client-settings", str(file)]
        return given


USUAL = Variant("as we use it")
VARIANTS = (
    USUAL,
    Variant("shuffle buffers wait 1 ms, not 5", conf=(f"{_WAIT}=1",)),
    Variant("shuffle buffers wait 30 ms, Spark's own", conf=(f"{_WAIT}=30",)),
    Variant("shuffle memory of 32 MB, Spark's own", conf=_MEMORY),
    Variant("batches of 2 s, not 5", options=("realtime_batch=2",)),
    Variant("batches of 10 s", options=("realtime_batch=10",)),
    Variant("batches of 30 s", options=("realtime_batch=30",)),
    Variant("5 slots, not 8", options=("master=local[5]",)),
    Variant("16 slots", options=("master=local[16]",)),
    Variant("producers linger 5 ms, not 0", client=("linger.ms=5",)),
    Variant("consumers wait 20 ms for more, not for any", client=("fetch.min.bytes=100000", "fetch.max.wait.ms=20")),
    Variant("progress not tracked beside the batches", conf=(f"{_ASYNC}=false",)),
    USUAL,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workload", default="wordcount")
    parser.add_argument("--rate", default="2000")
    parser.add_argument("--seconds", default="25")
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    given = parser.parse_args()
    print(f"{'':45} p50 ms  p90 ms  p99 ms", flush=True)
    with TemporaryDirectory() as folder, ManagedBroker.start(log_dir=Path(folder)) as broker:
        for variant in VARIANTS:
            load = ["--rate", given.rate, "--seconds", given.seconds, "--warmup", "20", "--no-floor", "--runs", str(given.runs)]
            place = ["--bootstrap-servers", broker.bootstrap_servers, *variant.arguments(Path(folder))]
            command = ["run", "latency", given.workload, "--engine", "spark-realtime", *load, *place, "--json"]
            tool = Path(sys.executable).with_name("streamgauge")
            ended = subprocess.run([tool, *command], stdout=subprocess.PIPE, check=False, text=True)
            result = json.loads(ended.stdout)
            if "error" in result:
                sys.exit(f"{variant.name}: {result['error']['what']}")
            (entry,) = result["engines"]
            figures = "".join(f"{entry['latency_ms'][name]:8.0f}" for name in ("p50", "p90", "p99"))
            print(f"{variant.name:43} {figures}{'' if entry['verified'] else '  WRONG'}", flush=True)


if __name__ == "__main__":
    main()
