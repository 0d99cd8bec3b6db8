"""Run folders made by hand, small and exact: what the report room is tested on."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from streamgauge.runs.folder import SCHEMA_VERSION
from streamgauge.runs.toml import to_toml

START_MS = 1_700_000_000_000
SECONDS = 40
WARMUP_S = 10
MACHINE = {"cores": 2.0, "cpu_model": "a CPU", "architecture": "x86_64", "memory_bytes": 8 * 2**30, "java_version": "17"}
SWITCH = {
    "event": "switch", "at_ms": START_MS + 12_500, "part": 1, "range": [1, 2], "to": "operation stream", "stop_s": 0.2,
    "find_s": 0.0, "start_s": 0.3, "replayed": 12_345, "decision": {"why": "a burst at the source"},
}  # fmt: skip


def box(middle: float) -> dict[str, float]:
    ends = {"low_whisker": middle / 4, "high_whisker": middle * 3, "min": middle / 4, "max": middle * 8}
    return {"samples": 400, "median": middle, "low_quartile": middle / 2, "high_quartile": middle * 2, "outliers": 3} | ends


def quantiles(median_ms: float) -> dict[str, float]:
    tail = {"p50": 1.0, "p75": 1.5, "p90": 2.0, "p95": 3.0, "p99": 5.0, "p99.9": 7.0, "max": 8.0, "mean": 1.2, "min": 0.25}
    return {name: round(times * median_ms, 3) for name, times in tail.items()}


def trial(engine: str, number: int = 1, **figures: Any) -> dict[str, Any]:
    """What every trial has, and what is given."""
    about = {"engine": engine, "emission": "update", "settings": {}, "trial": number, "label": f"{engine}-{number}"}
    checked = {"verified": True, "repeated": 0, "differences": [], "broken": {"count": 0, "records": []}, "inconclusive": None}
    used = {
        "engine": {"cpu_s": 30.0, "cores": 0.75, "rss_mean_bytes": 9e8, "rss_max_bytes": 1e9, "utilisation": 0.375},
        "sender": {"cpu_s": 4.0, "cores": 0.1, "rss_mean_bytes": 1e8, "rss_max_bytes": 1e8, "utilisation": 0.05},
    }
    load = {"resources": used, "gc_s": 0.5, "others_cores": 0.05, "disturbed": False, "outputs_per_input": 1.0, "partitions": 2}
    return about | checked | load | {"events": 80_000} | figures


def latency_trial(engine: str, number: int = 1, median_ms: float = 10.0, **more: Any) -> dict[str, Any]:
    figures = {"rate": "2000", "warmup_s": float(WARMUP_S), "settled": True, "samples": 60_000}
    figures |= {"latency_ms": quantiles(median_ms), "latency_box_ms": box(median_ms), "first_output_ms": quantiles(2 * median_ms)}
    figures |= {"floor_ms": quantiles(2.0), "lateness_ms": {"p99": 1.5}, "offered_per_second": 2000.0, "backlog": 5.5}
    figures |= {"achieved_per_second": 1990.0, "cpu_box_cores": box(0.7), "memory_box_bytes": box(9e8), "jitter": box(0.04)}
    figures |= {"switches": []}
    return trial(engine, number, **(figures | more))


def throughput_trial(engine: str, number: int = 1, rate: float = 40_000.0, **more: Any) -> dict[str, Any]:
    figures = {"records_per_second": rate, "unit": "words", "units_per_second": rate * 10, "imbalance": 1.1}
    figures |= {"records_per_core_second": rate / 2, "records_per_executor_second": rate}
    return trial(engine, number, **(figures | more))


def burst_trial(engine: str, number: int = 1, average_ms: float = 50.0, **more: Any) -> dict[str, Any]:
    figures = {"time_averaged_ms": average_ms, "calm_ms": 7.0, "overshoot_ms": 1.0, "excess_ms_s": 2.0, "highest_backlog": 9.0}
    burst = {"from_s": 15, "to_s": 25, "offered_per_second": 9.0, "achieved_per_second": 9.0, "catch_up_s": None} | figures
    whole = figures | {"bursts": [burst], "rate": "bursts:calm=2000", "calm_backlog": 6.0, "catch_up_s": None}
    return latency_trial(engine, number, average_ms, **(whole | {"series": series(average_ms)} | more))


def sustain_trial(engine: str, number: int = 1, rate: float = 9000.0, **more: Any) -> dict[str, Any]:
    growth = {"share": 0.01, "low": -0.01, "high": 0.03}
    probes = [
        {"rate": str(int(rate * times)), "holds": holds, "reason": "", "backlog_growth": growth, "latency_growth": None,
         "latency_ms": quantiles(9.0), "lateness_ms": {"p99": 2.0}, "verified": True}
        for times, holds in ((0.9, "sustained"), (1.2, "not sustained"), (1.0, "inconclusive"))
    ]  # fmt: skip
    found = {"low": rate * 0.9, "high": rate * 1.1, "middle": rate, "relative_width": 0.22}
    figures = {"sustainable_rate": found, "probes": probes, "latency_ms": quantiles(9.0), "ending": "found", "started_from": 9000}
    return trial(engine, number, **(figures | more))


def sweep_trial(engine: str, number: int = 1, least_ms: float = 5.0, **more: Any) -> dict[str, Any]:
    steps = [
        latency_trial(engine, number, least_ms * times, offered=rate, lagged=rate == 8000)
        for rate, times in ((1000, 1), (2000, 1.2), (4000, 2), (8000, 90))
    ]
    figures = {"knee_per_second": {"low": 4000, "high": 8000}, "knee_p99_per_second": {"low": 4000, "high": None}, "rates": steps}
    return trial(engine, number, **(figures | more))


def closed_trial(engine: str, number: int = 1, epoch_ms: float = 40.0, **more: Any) -> dict[str, Any]:
    cdf = [round(epoch_ms * (0.5 + share / 100), 1) for share in range(1, 101)]
    figures = {"epoch_ms": quantiles(epoch_ms), "cdf_ms": cdf, "epochs": 270, "loop": "closed"}
    return trial(engine, number, **(figures | more))


def breakdown_trial(engine: str, number: int = 1, mean_ms: float = 12.0, **more: Any) -> dict[str, Any]:
    parts = {"outside_wait": 0.1, "wait": 0.2, "schedule": 0.3, "process": 0.25, "transmission": 0.1}
    components = {name: round(share * mean_ms, 3) for name, share in parts.items()}
    operations = {"receive": mean_ms * 0.4, "parse": mean_ms * 0.1, "count": mean_ms * 0.5}
    figures = {"components_ms": components, "operations_ms": operations, "remainder_ms": round(mean_ms * 0.05, 3)}
    return latency_trial(engine, number, mean_ms, **(figures | more))


def series(middle_ms: float) -> dict[str, list[Any]]:
    return {
        "at_ms": [START_MS + 1000 * second for second in range(SECONDS)],
        "offered": [2000] * SECONDS,
        "achieved": [1990] * SECONDS,
        "backlog": [5.5] * SECONDS,
        "least_backlog": [0] * SECONDS,
        "latency_max_ms": [400.0] * SECONDS,
        "latency_p50_ms": [middle_ms] * (SECONDS - 1) + [None],
        "latency_p95_ms": [9.0] * SECONDS,
        "latency_p99_ms": [400.0] * SECONDS,
    }


def make_run(root: Path, trials: Sequence[Mapping[str, Any]], *, experiment: str = "latency", **more: Any) -> Path:
    """A run folder of these trials; `more` goes into the result, `machine`, `versions` and `started` into the manifest."""
    folder = root / more.pop("name", f"20261116-000000-{experiment}")
    (folder / "samples").mkdir(parents=True)
    machine, plan, versions = (more.pop(name, {}) for name in ("machine", "plan", "versions"))
    started = more.pop("started", "2026-11-16T00:00:00+00:00")
    engines = list(dict.fromkeys((each["engine"], json.dumps(each["settings"])) for each in trials))
    groups = [[each for each in trials if (each["engine"], json.dumps(each["settings"])) == place] for place in engines]
    result = {
        "schema_version": SCHEMA_VERSION, "run": folder.name, "experiment": experiment, "workload": "wordcount", "seed": 1,
        "properties": {}, "trials": len(groups[0]), "partial": False, "own_latency": None,
        "engines": [{**group[0], "trials": len(group), "objectives": []} for group in groups],
        "comparisons": [], "measured": list(trials),
    } | more  # fmt: skip
    manifest = {
        "schema_version": SCHEMA_VERSION, "run": folder.name, "status": "complete", "experiment": experiment,
        "started": started, "streamgauge": "0.1.0", "command": f"streamgauge run {experiment} wordcount",
        "machine": MACHINE | machine, "versions": versions,
    }  # fmt: skip
    asked = {"experiment": experiment, "workload": {"name": "wordcount"}, "transport": {"kind": "kafka", "partitions": 2}}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "result.json").write_text(json.dumps(result))
    (folder / "plan.toml").write_text(to_toml(asked | plan))
    return folder


def make_whole_run(root: Path, trials: Sequence[Mapping[str, Any]], **more: Any) -> Path:
    """The same with the samples of every trial."""
    folder = make_run(root, trials, **more)
    for each in trials:
        add_samples(folder, each["label"])
    return folder


def add_samples(folder: Path, label: str, median_ms: int = 10) -> None:
    """Raw samples of a trial: latencies that repeat, one every 5 ms, the series, and what the engine used."""
    due_ms = [START_MS + 5 * number for number in range(SECONDS * 200)]
    done_ms = [due + median_ms * (1 + number % 3) for number, due in enumerate(due_ms)]
    used = {"at_ms": [START_MS + 1000 * second for second in range(SECONDS)], "engine_cpu_s": [0.5 * s for s in range(SECONDS)]}
    used |= {"engine_rss_bytes": [500_000_000 + 1_000_000 * second for second in range(SECONDS)]}
    files = {"latency": {"intended_ms": due_ms, "append_ms": done_ms}, "series": series(float(median_ms)), "resources": used}
    for kind, columns in files.items():
        pq.write_table(pa.table(columns), folder / "samples" / f"{label}-{kind}.parquet")


def add_convergence(folder: Path, label: str, **curves: Sequence[tuple[int, float]]) -> None:
    """Curves of a trial, called found and reference, as an experiment keeps them."""
    rows = [(name, *place) for name, places in curves.items() for place in places]
    columns = {name: [row[number] for row in rows] for number, name in enumerate(("curve", "points", "distance"))}
    pq.write_table(pa.table(columns), folder / "samples" / f"{label}-convergence.parquet")
