"""Approximate distinct count by LogLog (Durand and Flajolet 2003), as the published IoT benchmark has it.

Of 2^k buckets each keeps the most trailing zeros it has seen; the estimate is trunc(0.79402 m 2^(mean of the buckets)), m = 2^k.
"""

from collections.abc import Iterable
from hashlib import sha1
from math import trunc

from streamgauge.flow.kernels.base import Kernel, Parameter, Settings, Values
from streamgauge.flow.schema import Schema
from streamgauge.flow.types import LONG, STRING, array_of

_ALPHA = 0.79402
_ALL_ZEROS = 31


def bucket_and_zeros(text: str, k: int) -> tuple[int, int]:
    """Of the first four bytes of SHA-1, lowest first, as a signed number: the k lowest bits, and the zeros that end the rest."""
    hashed = int.from_bytes(sha1(text.encode(), usedforsecurity=False).digest()[:4], "little", signed=True)
    rest = hashed >> k
    return hashed & ((1 << k) - 1), (rest & -rest).bit_length() - 1 if rest else _ALL_ZEROS


def _step(settings: Settings, state: Values, arguments: Values) -> tuple[Values, Iterable[Values]]:
    (number, zeros), (value,) = state, arguments
    if value is None:
        return state, ()
    bucket, found = bucket_and_zeros(value, int(settings["k"]))
    if found > zeros[bucket]:
        zeros = (*zeros[:bucket], found, *zeros[bucket + 1 :])
    estimate = trunc(_ALPHA * len(zeros) * 2.0 ** (sum(zeros) / len(zeros)))
    return (number + 1, zeros), ((number, estimate),)


LOGLOG = Kernel(
    name="loglog",
    meaning="about how many different texts there have been, after each of them, by LogLog with 2^k buckets; nulls do not count",
    arguments=Schema.of(value=STRING),
    state=Schema.of(number=LONG, zeros=array_of(LONG)),
    outputs=Schema.of(number=LONG, estimate=LONG),
    empty=lambda settings: (0, (0,) * (1 << int(settings["k"]))),
    step=_step,
    parameters=(Parameter("k", 5, 1, 16, "logarithm of the number of buckets, to the base 2"),),
    identity=("number",),
)
