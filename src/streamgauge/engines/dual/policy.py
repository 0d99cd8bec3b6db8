"""How patient the controller is, and what it does beforehand."""

from dataclasses import dataclass

from streamgauge.errors import RequestError

_FEWEST_SWITCHES = 2


@dataclass(frozen=True, slots=True)
class Policy:
    """What keeps a load that sits at the switch point from making parts go to and fro."""

    hold_s: float = 2.0  # a batch boundary of real-time mode stalls for 0.5 to 1.5 s
    cool_down_s: float = 10.0  # after a switch, before the part may switch again
    switches_per_minute: int = 4
    growth_s: float = 1.0  # a queue that grows for so long behind a part that never stands still is no batch boundary
    rehearsal_s: float = 30.0  # after the start, at most for each part: see `spark.rehearsal`; 0 for none
    outage_s: float = 60.0  # for so long Kafka need not answer before the pipeline ends; its own clients wait as long

    def __post_init__(self) -> None:
        if min(self.hold_s, self.cool_down_s, self.growth_s, self.rehearsal_s, self.outage_s) < 0:
            raise RequestError("a negative time", where="the policy of the dual engine", fix="0 or more seconds")
        if self.switches_per_minute < _FEWEST_SWITCHES:
            raise RequestError(
                f"{self.switches_per_minute} switches per minute",
                where="the policy of the dual engine",
                fix=f"{_FEWEST_SWITCHES} or more: there and back",
            )
