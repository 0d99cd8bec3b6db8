"""An engine whose capacity is known: a token bucket that refills at a rate which scatters from second to second."""

from dataclasses import dataclass

import numpy as np

from streamgauge.measure.series import Series, per_second
from streamgauge.measure.sustained import Judgement, judge

WARM_UP_S = 5
LIMIT_S = 600


@dataclass
class TokenBucket:
    """It finishes `capacity` records per second in the mean, in batches if `batch_ms` says so.

    Each second's refill scatters log-normally by `noise`, each probe's by `trial_noise` on top.
    """

    random: np.random.Generator
    capacity: float
    noise: float = 0.05
    trial_noise: float = 0.0
    batch_ms: int = 1
    generator_limit: float = np.inf

    def run(self, rate: int, seconds: int) -> Series:
        """Offer so many records per second; the series ends when the last one is finished."""
        due = np.arange(rate * seconds) * 1000 // rate
        scatter = self.random.lognormal(-(self.noise**2) / 2, self.noise, LIMIT_S)
        refill_per_ms = self.capacity * self.random.lognormal(0, self.trial_noise) * scatter / 1000
        tokens = np.cumsum(np.repeat(refill_per_ms, 1000))
        arrived = np.cumsum(np.bincount(due, minlength=len(tokens)))
        finished = tokens + np.minimum(np.minimum.accumulate(arrived - tokens), 0)  # tokens that find no record are lost
        done = finished.searchsorted(np.arange(1, len(due) + 1) - 1e-6)
        return per_second(due, -(-done // self.batch_ms) * self.batch_ms, 0)

    def probe(self, rate: int, seconds: int = 25) -> Judgement:
        """Judge a rate after the warm-up; past its limit the generator is late, which proves nothing."""
        if rate > self.generator_limit:
            return Judgement.inconclusive("the sender was late")
        return judge(self.run(rate, seconds + WARM_UP_S).between(WARM_UP_S, seconds + WARM_UP_S))
