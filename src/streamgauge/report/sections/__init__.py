"""The parts of a run's page, in the order in which they are read. A part that a run has nothing for is left out."""

from collections.abc import Callable, Iterator
from functools import partial

from streamgauge.report.sections.breakdown import breakdown_section
from streamgauge.report.sections.budget import Budget
from streamgauge.report.sections.closed import closed_section
from streamgauge.report.sections.comparisons import comparison_section
from streamgauge.report.sections.convergence import convergence_section
from streamgauge.report.sections.latencies import latency_section
from streamgauge.report.sections.options import options_in_words
from streamgauge.report.sections.resources import resource_section
from streamgauge.report.sections.spread import spread_section
from streamgauge.report.sections.sustain import sustain_section
from streamgauge.report.sections.sweep import sweep_section
from streamgauge.report.sections.throughput import throughput_section
from streamgauge.report.sections.timeline import timeline_section
from streamgauge.report.sections.trust import trust_section
from streamgauge.report.tables import figure_tables
from streamgauge.report.view import Section
from streamgauge.runs.reading import Run


def sections_of(run: Run, prefix: str, budget: Budget) -> Iterator[Section]:
    """Trust first, then the figures, then what is drawn. `prefix` keeps the names of several runs on a page apart."""
    yield trust_section(run)
    yield Section("figures", "Figures", words=_options(run), tables=figure_tables(run.result))
    for part in _parts(budget):
        section = part(run, prefix)
        if not section.is_empty:
            yield section


def _parts(budget: Budget) -> tuple[Callable[[Run, str], Section], ...]:
    return (
        throughput_section,
        sustain_section,
        sweep_section,
        closed_section,
        convergence_section,
        partial(timeline_section, budget=budget),
        partial(latency_section, budget=budget),
        spread_section,
        breakdown_section,
        comparison_section,
        resource_section,
    )


def _options(run: Run) -> list[str]:
    if not run.has_plan:
        return ["Which options the engines were given is not known."]
    told = options_in_words(run)
    return [f"Options that were given: {'; '.join(told)}."] if told else []
