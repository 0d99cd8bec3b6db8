"""A run as one HTML page: no network, no scripts, readable in light and dark and on paper. Equal input gives equal bytes."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from streamgauge.errors import MachineError
from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.report.burst_chart import burst_chart, draw
from streamgauge.report.tables import result_tables
from streamgauge.runs.reading import Run

_TEMPLATE = "page.html.jinja"
_SWITCH_HEADINGS = ("engine", "second", "part", "to", "stopped for s", "replayed", "why")
_CAPTION = (
    "Thick lines: achieved rate, backlog, median latency; thin lines: 99th percentile; grey dots: offered rate; upright lines: "
    "switches of the dual engine. Latency is on a logarithmic axis. The tables have the figures as text."
)


def run_page(run: Run) -> str:
    """The page of a run."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ModuleNotFoundError as error:
        raise MachineError(
            f"the report needs the package {error.name}", where="Python", fix="pip install 'streamgauge[report]'"
        ) from None

    result, manifest = run.result, run.manifest
    environment = Environment(loader=PackageLoader("streamgauge.report", "."), autoescape=True, undefined=StrictUndefined)
    entries = [each for each in result["engines"] if each.get("series")]
    values = {
        "title": f"{result['experiment']} of {result['workload']}",
        "answer": answer_of(result),
        "trust": list(_trust(result)),
        "tables": [
            {
                "title": table.title,
                "headings": table.headings,
                "rows": [[_text(each) for each in row] for row in table.rows],
                "note": table.note,
            }
            for table in result_tables(result)
        ],
        "chart": draw(burst_chart(entries)) if entries else "",
        "caption": _CAPTION,
        "switches": list(_switches(result)),
        "switch_headings": _SWITCH_HEADINGS,
        "definitions": [DEFINITIONS[name] for name in sorted(DEFINITIONS) if _is_named(name, result)],
        "command": manifest.get("command", ""),
        "manifest": json.dumps(manifest, indent=2, sort_keys=True),
    }
    return environment.get_template(_TEMPLATE).render(values) + "\n"


def answer_of(result: Mapping[str, Any]) -> str:
    """The run in one sentence."""
    if not all(each["verified"] for each in result["engines"]):
        wrong = ", ".join(each["engine"] for each in result["engines"] if not each["verified"])
        return f"The answer of {wrong} is wrong; no figure of it counts."
    if unsure := [each["engine"] for each in result["engines"] if each.get("inconclusive")]:
        return f"Inconclusive for {', '.join(unsure)}: see below why. All answers are verified."
    if result["experiment"] == "burst":
        ranked = sorted(result["engines"], key=lambda each: each["time_averaged_ms"])
        told = ", ".join(f"{each['engine']} {each['time_averaged_ms']:,.0f} ms" for each in ranked)
        return f"Over the whole run, a record took on average: {told}. All answers are verified."
    if result.get("comparisons"):
        return "; ".join(each["sentence"] for each in result["comparisons"]) + ". All answers are verified."
    return "All answers are verified."


def _trust(result: Mapping[str, Any]) -> Iterator[str]:
    for each in result["engines"]:
        name = each["engine"]
        verdict = "verified, row by row" if each["verified"] else "WRONG"
        yield f"{name}: answer {verdict}, {each.get('repeated', 0):,} rows repeated"
        if each.get("inconclusive"):
            yield f"{name}: inconclusive: {each['inconclusive']}"
        if "lateness_ms" in each and each["lateness_ms"].get("p99") is not None:
            yield f"{name}: the generator was at most {each['lateness_ms']['p99']} ms late for 99 % of its records"
        if each.get("disturbed"):
            yield f"{name}: disturbed: others used the machine meanwhile"
    if result.get("partial"):
        yield "the run was stopped before its end: what is here is part of it"
    if result.get("trials", 1) == 1:
        yield "one trial each: differences smaller than a third may be chance"


def _switches(result: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    for entry in result["engines"]:
        start_ms = entry["series"]["at_ms"][0] if entry.get("series") and entry["series"]["at_ms"] else 0
        for each in entry.get("switches", ()):
            if each["event"] != "switch":
                continue
            gap_s = each["stop_s"] + each["find_s"] + each["start_s"]
            second = round((each["at_ms"] - start_ms) / 1000, 1)
            yield (
                entry["engine"],
                second,
                each["part"],
                each["to"],
                round(gap_s, 2),
                f"{each['replayed']:,}",
                each["decision"]["why"],
            )


def _is_named(name: str, result: Mapping[str, Any]) -> bool:
    return any(name in each for each in result["engines"])


def _text(value: object) -> str:
    return f"{value:,}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
