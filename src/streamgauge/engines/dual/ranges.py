"""Which parts a burst affects (seed work 001, equation 8)."""

from collections.abc import Sequence


def switch_range(first: int, magnifications: Sequence[float]) -> range:
    """The parts to switch when a burst begins at part `first`: up to the first q with lambda(first - 1) * ... * lambda(q) < 1.

    Parts are counted from 1; `magnifications[m]` is lambda(m), and `magnifications[0]` the surge at the source: rate now /
    calm rate. Part first - 1, which amplifies, stays; behind q there are no more records than came in before it. Without
    such a q the range goes to the end.

    >>> list(switch_range(2, [1, 8, 0.625, 1, 0.1, 1]))
    [2, 3, 4]
    """
    product = magnifications[first - 1]
    for last in range(first, len(magnifications)):
        product *= magnifications[last]
        if product < 1 or magnifications[last] == 0:  # nothing passes, however large the surge
            return range(first, last + 1)
    return range(first, len(magnifications))
