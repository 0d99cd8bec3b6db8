"""The warm-up of an online trial: so many seconds, or found by the rule of `measure.warmup`."""

from dataclasses import dataclass

from streamgauge.errors import RequestError
from streamgauge.experiments.online import MOST_SECONDS, Offered
from streamgauge.measure.warmup import find_warm_up, is_steady

AUTO = "auto"
RESERVED_S = 15.0  # offered on top of what is measured, where the rule decides


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the warm-up ends, in seconds of the schedule; whether the rest was steady, None if nobody can tell."""

    seconds: float
    is_settled: bool | None


def offered_seconds(seconds: float, warmup: str) -> float:
    """How long to offer, so that `seconds` remain to be measured. Nonsense is refused."""
    extra = RESERVED_S if warmup == AUTO else seconds_of(warmup)
    if not 0 < seconds <= MOST_SECONDS:
        raise RequestError("there is no such time to measure in", where="--seconds, --warmup", fix="--seconds 20 --warmup auto")
    return seconds + extra


def cut(offered: Offered, warmup: str) -> Cut:
    """The cut of a trial. Wherever it lies, the rest is tested alike."""
    median_ms = offered.series().latency_ms["p50"][: int(offered.offer.seconds)]
    if warmup != AUTO:
        return Cut(seconds_of(warmup), is_steady(median_ms, seconds_of(warmup)))
    found = find_warm_up(median_ms)
    return Cut(found.seconds, found.is_settled)


def seconds_of(warmup: str) -> float:
    """A warm-up that is given in seconds."""
    try:
        seconds = float(warmup)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= MOST_SECONDS:
        raise RequestError(f"{warmup!r} is no time to warm up in", where="--warmup", fix="--warmup 10")
    return seconds
