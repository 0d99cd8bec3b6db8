"""The shipped answers: for every workload with its default properties, the answer of its first events, to hold others against."""

from pathlib import Path

EVENTS = 100  # unless the first rows of a workload take longer: `Workload.shipped_events`
SEED = 1


def shipped_answer(workload: str) -> Path:
    """The file with the answer of the first events from seed `SEED`, as `streamgauge reference` writes it."""
    return Path(__file__).with_name("answers") / f"{workload}.jsonl"
