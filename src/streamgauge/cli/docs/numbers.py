"""The page of the numbers: what each figure in a result means."""

from streamgauge.cli.docs.markdown import code, page, table
from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.workloads import workloads


def numbers_page() -> str:
    return page(
        "Numbers",
        "Every figure that `streamgauge run` prints or keeps, by its name in `result.json`. How they are measured: "
        "[measuring.md](../measuring.md).",
        table(("name", "unit", "meaning"), [(code(each.name), each.unit or "-", each.meaning) for each in DEFINITIONS.values()]),
        "## Latencies of workloads",
        "A workload may come from a benchmark with a latency of its own. It is measured in the same trial and stands beside "
        "ours, as `own_latency_ms` and, for the number of samples, `own_samples`.",
        table(("workload", "name", "meaning"), _own_latencies()),
    )


def _own_latencies() -> list[tuple[str, str, str]]:
    known = [(each.name, each.own_latency) for each in workloads().values()]
    return [(code(name), own.name, own.definition) for name, own in known if own is not None]
