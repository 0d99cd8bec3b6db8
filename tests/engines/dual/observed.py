"""Short ways to say what was seen."""

from streamgauge.engines.dual.observation import Batch, Observation, Paradigm, PartObservation


def part(
    queue: int = 0,
    *,
    arrived: int = 1_000_000,
    paradigm: Paradigm = Paradigm.DATA,
    uncommitted: int | None = None,
    written: int = 0,
    is_switching: bool = False,
    batches: tuple[Batch, ...] = (),
    latency_s: float | None = None,
) -> PartObservation:
    """A part of which the queue matters, and perhaps something else."""
    committed = arrived - (queue if uncommitted is None else uncommitted)
    return PartObservation(paradigm, arrived, arrived - queue, committed, written, is_switching, batches, latency_s)


def at(time_s: float, *parts: PartObservation) -> Observation:
    return Observation(time_s, parts)
