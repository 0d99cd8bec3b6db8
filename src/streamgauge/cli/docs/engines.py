"""The page of the engines: what each can do, and why not where it cannot."""

from collections.abc import Callable, Iterable

from streamgauge.cli.docs.markdown import code, page, table
from streamgauge.engines import engine_names, load_engine
from streamgauge.engines.base import Engine
from streamgauge.engines.support import Support, SupportTable, Verdict
from streamgauge.flow import Emission
from streamgauge.flow.steps import STEPS
from streamgauge.workloads import workloads
from streamgauge.workloads.shipped import SEED


def engines_page() -> str:
    engines = our_engines()
    tables = [engine.support for engine in engines]
    reasons = Reasons()
    sections = [
        ("Steps", list(STEPS), SupportTable.for_step),
        ("Emissions", [emission.value for emission in Emission], _for_emission),
        ("Inputs", _kinds(each.inputs for each in tables), SupportTable.for_input),
        ("Outputs", _kinds(each.outputs for each in tables), SupportTable.for_output),
    ]
    matrices = [_matrix(title, kinds, support, engines, reasons) for title, kinds, support in sections]
    return page(
        "Engines and what they support",
        table(("engine", "paradigm", "what it is"), [(code(each.name), each.paradigm, each.summary) for each in engines]),
        "*Not yet* means that we have not written it, *never* that the engine cannot do it. The numbers are the reasons below.",
        *matrices,
        _workloads(engines, reasons),
        reasons.text(),
        "## Options",
        "Given as `--option name=value`; `--master` and `--spark-conf` have names of their own.",
        *(_options(engine) for engine in engines),
    )


def our_engines() -> list[Engine]:
    """Engines of other packages have pages of their own."""
    engines = map(load_engine, engine_names())
    return [engine for engine in engines if type(engine).__module__.startswith("streamgauge.")]


class Reasons:
    """The reasons met so far, numbered."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def mark(self, *gaps: Support) -> str:
        """What of several reasons it comes to, and their numbers: never if one of them is; yes if there is none."""
        verdict = next((each for each in (Verdict.NEVER, Verdict.NOT_YET) if each in [gap.verdict for gap in gaps]), Verdict.YES)
        numbers = sorted({self._number(gap.reason) for gap in gaps if gap.reason})
        return f"{verdict.value} ({', '.join(map(str, numbers))})" if numbers else verdict.value

    def _number(self, reason: str) -> int:
        return self._numbers.setdefault(reason, len(self._numbers) + 1)

    def text(self) -> str:
        return "\n".join(f"{number}. {reason}" for reason, number in self._numbers.items())


def _matrix(
    title: str,
    kinds: Iterable[str],
    support: Callable[[SupportTable, str], Support],
    engines: list[Engine],
    reasons: Reasons,
) -> str:
    rows = [(code(kind), *(reasons.mark(support(engine.support, kind)) for engine in engines)) for kind in kinds]
    return f"## {title}\n\n" + table((title.lower()[:-1], *(code(engine.name) for engine in engines)), rows)


def _workloads(engines: list[Engine], reasons: Reasons) -> str:
    """What follows from more than the kind of a step: asked of flows, as `show` and every run ask it."""
    ours = [each for each in workloads().values() if each.make_flow.__module__.startswith("streamgauge.")]
    flows = {each.name: each.configured({}, SEED).flow for each in ours}
    rows = [
        (code(name), *(reasons.mark(*(gap for _, gap in engine.support.gaps(flow))) for engine in engines))
        for name, flow in flows.items()
    ]
    told = (
        "With their properties as they are by default; others may need other steps: `streamgauge show WORKLOAD --set ...` tells."
    )
    return f"## Workloads\n\n{told}\n\n" + table(("workload", *(code(engine.name) for engine in engines)), rows)


def _for_emission(support: SupportTable, emission: str) -> Support:
    return support.for_emission(Emission(emission))


def _kinds(tables: Iterable[Iterable[str]]) -> list[str]:
    """What any engine lists, in the order in which it is met."""
    return list(dict.fromkeys(kind for each in tables for kind in each))


def _options(engine: Engine) -> str:
    if not engine.options:
        return f"### {engine.name}\n\nIt has none."
    rows = [(code(each.name), _default(each.default), each.effect) for each in engine.options]
    return f"### {engine.name}\n\n" + table(("option", "default", "effect"), rows)


def _default(value: object) -> str:
    return "none" if value in (None, {}, ()) else code(value)
