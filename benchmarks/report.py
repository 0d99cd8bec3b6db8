"""How long the page of a big run takes.

    python benchmarks/report.py [--samples 10000000] [--engines 2]

A run folder with so many latency samples is made, shared between the engines, and `streamgauge report` is timed on it as a
person would call it, start of Python included. Goal: 10 million samples in less than 15 s; exit 1 if it is missed.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from streamgauge.measure.boxplot import box_plot
from streamgauge.measure.latency import summarise
from streamgauge.measure.series import per_second
from streamgauge.runs.folder import RunFolder

SECONDS, WARMUP_S = 600, 60
START_MS = 1_700_000_000_000
GOAL_S = 15.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=10_000_000)
    parser.add_argument("--engines", type=int, default=2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="streamgauge-bench-") as folder:
        run = make_run(Path(folder), given.samples // given.engines, given.engines)
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "streamgauge", "report", str(run)], check=True, stdout=subprocess.DEVNULL)
        took_s = time.perf_counter() - started
        page = (run / "report.html").read_text(encoding="utf-8")
    assert "missing or damaged" not in page
    assert page.count("<svg") == 4
    is_met = took_s < GOAL_S
    verdict = "met" if is_met else "MISSED"
    print(f"page of {given.samples:,} samples, {len(page) / 1e6:.2f} MB: {took_s:.1f} s (goal {GOAL_S:g} s: {verdict})")
    return 0 if is_met else 1


def make_run(root: Path, samples: int, engines: int) -> Path:
    """A run of one trial for each engine, whose latencies are log-normal."""
    folder = RunFolder.create(root, "latency-wordcount", {"experiment": "latency"}, {"experiment": "latency"})
    measured = [make_trial(folder, f"engine-{number}", samples, number) for number in range(engines)]
    entries = [each | {"trials": 1, "objectives": []} for each in measured]
    about = {"experiment": "latency", "workload": "wordcount", "partial": False, "properties": {}, "own_latency": None}
    folder.finish("complete", {**about, "engines": entries, "comparisons": [], "measured": measured})
    return folder.path


def make_trial(folder: RunFolder, engine: str, samples: int, seed: int) -> dict[str, Any]:
    draw = np.random.default_rng(seed)
    due_ms = START_MS + np.sort(draw.integers(0, SECONDS * 1000, samples))
    latency_ms = draw.lognormal(3, 1, samples).astype(np.int64)
    folder.save_samples(f"{engine}-latency", {"intended_ms": due_ms, "append_ms": due_ms + latency_ms})
    folder.save_samples(f"{engine}-series", per_second(due_ms, due_ms + latency_ms, START_MS).to_data())
    at_ms = START_MS + 1000 * np.arange(SECONDS)
    used = {"at_ms": at_ms, "engine_cpu_s": np.arange(SECONDS) * 0.5, "engine_rss_bytes": np.full(SECONDS, 500_000_000)}
    folder.save_samples(f"{engine}-resources", used)
    summary, box = summarise(latency_ms), box_plot(latency_ms)
    assert summary
    assert box
    about = {"engine": engine, "label": engine, "trial": 1, "settings": {}, "emission": "update", "rate": f"{samples // SECONDS}"}
    checked = {"verified": True, "differences": [], "repeated": 0, "outputs_per_input": 1.0, "inconclusive": None}
    figures = {"latency_ms": summary.to_data(), "latency_box_ms": box.to_data(), "warmup_s": float(WARMUP_S), "settled": True}
    return about | checked | figures


if __name__ == "__main__":
    sys.exit(main())
