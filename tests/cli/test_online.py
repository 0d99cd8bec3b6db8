"""Online experiments from the command line, on the engine that needs no JVM; one broker for all of them."""

import json
from pathlib import Path

import pyarrow.parquet as pq

from streamgauge.errors import ExitCode

from .command import Command

PLAN = """
experiment = ["latency", "burst", "closed", "sweep"]
floor = false
workload.name = "wordcount"
engines.reference = {}
limits.quiet_s = 1

[latency]
rate = "200"
seconds = 4
warmup = "1"
objectives = ["latency_ms.p50 < 60000", "events == 2000"]

[burst]
rate = "bursts:calm=50,burst=300,start=4,length=2,gap=3"

[closed]
events = 20
epochs = 10

[sweep]
rates = "50/100"
seconds = 3
warmup = "1"
"""


def test_a_plan_of_online_experiments(streamgauge: Command, tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN)
    outcome = streamgauge("run", "--plan", "plan.toml", "--json")
    assert outcome.code in (ExitCode.OK, ExitCode.INCONCLUSIVE), outcome  # a busy machine makes the sender late
    latency, burst, closed, sweep = outcome.json["runs"]
    for result in outcome.json["runs"]:
        (entry,) = result["engines"]
        assert entry["verified"], entry["differences"]
        assert result["partial"] is False

    (entry,) = latency["engines"]
    assert entry["events"] == 2_000  # the first thousand are sent ahead
    assert entry["latency_ms"]["p50"] >= entry["latency_ms"]["min"] >= 0
    assert entry["first_output_ms"]["p50"] >= 0
    assert entry["offered_per_second"] == 200
    assert entry["resources"]["sender"]["cpu_s"] > 0
    assert all(judged["is_met"] for judged in entry["objectives"])
    samples = Path(latency["folder"]) / "samples"
    assert {path.stem.removeprefix("reference-") for path in samples.iterdir()} == {"latency", "series", "resources", "lateness"}
    assert sum(pq.read_table(samples / "reference-series.parquet")["offered"].to_pylist()) == 1_000
    events = [json.loads(line)["event"] for line in (Path(latency["folder"]) / "events.jsonl").read_text().splitlines()]
    assert events == ["start", "sent", "stop"]

    (entry,) = burst["engines"]
    (one,) = entry["bursts"]
    assert (one["from_s"], one["to_s"], one["offered_per_second"]) == (4, 6, 300)
    assert entry["warmup_s"] == 2
    assert sum(entry["series"]["offered"]) == 50 * 7 + 300 * 2

    (entry,) = closed["engines"]
    assert (entry["epochs"], entry["loop"], len(entry["cdf_ms"])) == (9, "closed", 100)
    assert entry["cdf_ms"] == sorted(entry["cdf_ms"])

    (entry,) = sweep["engines"]
    assert [step["offered"] for step in entry["rates"]] == [50, 100]
    assert entry["warmup_s"] == 1
    assert "throttled_share" in entry
    assert len(list((tmp_path / "runs").iterdir())) == 4
