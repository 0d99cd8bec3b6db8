"""What measuring costs: CPU of the process that runs an experiment, while records are sent at a rate.

    python benchmarks/measuring.py [--rate 20000] [--seconds 30]

The identity flow runs in real-time mode, so that every record is also an output. The measuring process watches resources,
offsets and the newest output; it reads the outputs afterwards. Goal: below 0.1 cores at 20,000 records/s.
"""

import argparse
import json
import subprocess
import sys
import tempfile


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", default="20000")
    parser.add_argument("--seconds", default="30")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="streamgauge-bench-") as folder:
        command = [sys.executable, "-m", "streamgauge", "run", "latency", "operator-identity", "--engine", "spark-realtime"]
        command += ["--rate", given.rate, "--seconds", given.seconds, "--no-floor", "--json", "--runs", folder]
        result = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    entry = result["engines"][0]
    cores = {role: used["cores"] for role, used in entry["resources"].items()}
    print(f"measuring side at {entry['offered_per_second']:,.0f} records/s: {cores['self']:.3f} of one core")
    print(", ".join(f"{role} {busy:.2f} cores" for role, busy in cores.items() if role != "self"))


if __name__ == "__main__":
    main()
