"""Watches a trial: CPU and memory of every role each second, and whether others disturbed it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from streamgauge.engines.watched import Watched
from streamgauge.experiments.lab import Lab
from streamgauge.experiments.trial import Trial
from streamgauge.host.cgroup import throttling
from streamgauge.host.facts import usable_cores
from streamgauge.measure.resources import ResourceSampler
from streamgauge.measure.usage import Usage

# Of the cores of the machine, whatever our part of them is, for others are counted on all. A trial in which they kept more
# of them busy in the mean is called disturbed.
DISTURBED_SHARE = 0.1


class Watch:
    """The samples of a trial so far."""

    def __init__(self, sampler: ResourceSampler) -> None:
        self._sampler = sampler

    def add(self, role: str, pid: int) -> None:
        """Watch one more process."""
        self._sampler.watch(role, pid)

    def sample(self) -> None:
        self._sampler.sample()

    @property
    def usage(self) -> Usage:
        return Usage(self._sampler.samples)


@contextmanager
def watched(lab: Lab, trial: Trial) -> Iterator[Watch]:
    """Watch the engine of a trial, the broker if it is ours, and ourselves; engines that are open but idle count apart.

    An engine that runs in our process is the role `engine`, and there is no role `self`.
    """
    with ResourceSampler() as sampler:
        for session in lab.sessions.all:
            role = "engine" if session is trial.session else "idle"
            if isinstance(session, Watched) and not (role == "idle" and _shares(session, trial.session)):
                for pid in session.process_ids:
                    sampler.watch(role, pid)
        if isinstance(trial.session, Watched):
            sampler.ask("engine", trial.session.figures)
        sampler.ask("machine", throttling)
        sampler.watch("self" if isinstance(trial.session, Watched) else "engine", os.getpid())
        if lab.surroundings.broker_pid is not None:
            sampler.watch("broker", lab.surroundings.broker_pid)
        yield Watch(sampler)


def _shares(session: Watched, other: object) -> bool:
    """Do both run in the same process?"""
    return isinstance(other, Watched) and bool(set(session.process_ids) & set(other.process_ids))


def resource_figures(usage: Usage) -> dict[str, Any]:
    """The use of every role, the garbage collector's time, how often a limit held us back, and what others did meanwhile."""
    cores, cores_of_host = usable_cores(), os.cpu_count() or 1
    uses = {role: use for role in usage.roles if (use := usage.of(role)) is not None}
    roles = {role: use.to_data() | {"utilisation": use.utilisation(cores)} for role, use in uses.items()}
    others = usage.others_cores()
    figures = {"resources": roles, "gc_s": _gc_s(usage), "throttled_share": _throttled_share(usage)}
    return figures | {"others_cores": others, "disturbed": others is not None and others > DISTURBED_SHARE * cores_of_host}


def _gc_s(usage: Usage) -> float | None:
    spent = usage.grown("engine.gc_s")
    return None if spent is None else round(spent, 3)


def _throttled_share(usage: Usage) -> float | None:
    periods, throttled = usage.grown("machine.periods"), usage.grown("machine.throttled_periods")
    return None if periods is None or throttled is None else round(throttled / max(1.0, periods), 4)
