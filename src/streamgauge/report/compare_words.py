"""A comparison of two runs in words and as a table. Formatting only."""

from streamgauge.measure.statistics import Effect, Verdict
from streamgauge.report.compare import Comparison
from streamgauge.report.compared import SHOWN, Compared
from streamgauge.report.tables import Table


def comparison_table(comparison: Comparison) -> Table:
    """The comparison, one line for each figure."""
    settings = list(dict.fromkeys(name for each in comparison.figures for name in each.settings))
    headings = ("engine", *settings, "figure", "baseline", "contender", "times", "95 % interval", "trials", "verdict")
    rows: list[tuple[object, ...]] = [
        (
            each.engine,
            *(each.settings.get(name, "-") for name in settings),
            each.figure,
            _shown(each.figure, each.baseline),
            _shown(each.figure, each.contender),
            _times(each),
            _interval(each.effect),
            " + ".join(map(str, each.trials)),
            each.verdict,
        )
        for each in comparison.figures
    ]
    title = f"{comparison.subject}: {comparison.baseline} (baseline), {comparison.contender} (contender)"
    return Table(title, headings, rows, defines={"times": "ratio", "95 % interval": "ratio"})


def comparison_summary(comparison: Comparison) -> list[str]:
    """What is different, in a line for each engine."""
    lines: dict[str, dict[str, list[str]]] = {}
    for each in comparison.figures:
        if each.effect.verdict is Verdict.DIFFERENT:
            told = f"{SHOWN.get(each.figure, each.figure)} ({_times(each)} times, {_interval(each.effect)})"
            lines.setdefault(str(each.place), {}).setdefault(each.verdict, []).append(told)
    return [
        f"{place}: " + "; ".join(f"{verdict} in {', '.join(figures)}" for verdict, figures in verdicts.items()) + "."
        for place, verdicts in lines.items()
    ]


def comparison_remarks(comparison: Comparison) -> list[str]:
    """What must be said beside the table: what is different, what cannot be told, what else differs, what is in doubt."""
    told = [each.sentence for each in comparison.figures if each.effect.verdict is Verdict.DIFFERENT]
    return [*told, *_caveats(comparison, seen=bool(told))]


def comparison_notes(comparison: Comparison) -> list[str]:
    """The same without what is different, for where the table or the summary says it."""
    return _caveats(comparison, seen=any(each.effect.verdict is Verdict.DIFFERENT for each in comparison.figures))


def _caveats(comparison: Comparison, *, seen: bool) -> list[str]:
    told = []
    verdicts = {each.effect.verdict for each in comparison.figures}
    if not verdicts:
        told.append("nothing can be compared: the runs share no figure of trials that prove something")
    if Verdict.TOO_FEW in verdicts:
        told.append("not enough trials for an interval; try: run with --trials 5")
    elif verdicts == {Verdict.NO_DIFFERENCE}:
        told.append("no difference seen in any figure")
    elif Verdict.NO_DIFFERENCE in verdicts and not seen:
        told.append("no difference seen in the figures that have an interval")
    told.append("the runs were made at different times: a drift of the machine between them is not in the intervals")
    told += [f"also different: {each}" for each in comparison.differences]
    return [*told, *(f"doubtful: {each}" for each in comparison.doubts)]


def _shown(figure: str, value: float) -> object:
    """A figure as people read it.

    >>> _shown("resources.engine.rss_max_bytes", 3_096_424_448.0), _shown("latency_ms.p50", 6.5)
    ('3,096 MB', 6.5)
    """
    return f"{value / 1e6:,.0f} MB" if figure.endswith("_bytes") else value


def _times(each: Compared) -> str:
    ratio = each.effect.ratio or (each.contender / each.baseline if each.baseline else None)
    return "-" if ratio is None else f"{ratio:.3g}"


def _interval(effect: Effect) -> str:
    return "-" if effect.low is None or effect.high is None else f"{effect.low:.3g} to {effect.high:.3g}"
