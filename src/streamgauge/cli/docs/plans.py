"""The page of the plans: what each experiment may be told in a TOML file, with its defaults."""

from streamgauge.cli.docs.markdown import block, page
from streamgauge.experiments.catalogue import QUESTIONS
from streamgauge.experiments.plan_file import planned_runs
from streamgauge.runs.toml import to_toml

_WORKLOAD = "wordcount"


def plans_page() -> str:
    parts = [part for name, question in QUESTIONS.items() for part in (f"## {name}", f"{question}", block(_plan(name), "toml"))]
    return page(
        "Plans",
        "A plan for each experiment, with every default filled in; a plan of your own names what it wants otherwise. What lists, "
        "several experiments and `half` mean: [experiments.md](../experiments.md#plans).",
        "Not here, because by default they are not given: `bootstrap_servers` and `client_settings` in the table `[transport]`, "
        "properties of the workload in `[workload.set]`, and [options of an engine](support.md) in its table.",
        *parts,
    )


def _plan(experiment: str) -> str:
    (planned,) = planned_runs({"experiment": experiment, "workload": {"name": _WORKLOAD}}, "here")
    return to_toml(planned.data)
