"""How `normal_table.txt` was made: floor(2^64 * Phi(z)) for z = -383/64, -382/64, ..., 383/64, one a line.

Phi(z) = 1/2 + phi(z) * (z + z^3/3 + z^5/(3*5) + z^7/(3*5*7) + ...), in decimal arithmetic of 60 digits, so that no
mathematics library takes part. `python -m streamgauge.streams.normal_table` prints the file; a test compares the two.
"""

import sys
from collections.abc import Iterator
from decimal import ROUND_FLOOR, Decimal, localcontext

CELLS_PER_SIGMA = 64
CELLS = 12 * CELLS_PER_SIGMA  # from -6 to +6 sigma

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
_DIGITS = 60


def normal_thresholds() -> Iterator[int]:
    """The upper bounds of all cells but the last, as 64-bit probabilities."""
    with localcontext(prec=_DIGITS):
        for bound in range(1, CELLS):
            z = Decimal(bound - CELLS // 2) / CELLS_PER_SIGMA
            yield int((_below(z) * 2**64).to_integral_value(ROUND_FLOOR))


def _below(z: Decimal) -> Decimal:
    """Phi(z): the probability that a standard normal draw lies below z."""
    density = (-z * z / 2).exp() / (2 * PI).sqrt()
    return Decimal("0.5") + density * _series(z)


def _series(z: Decimal) -> Decimal:
    term, total, odd = z, Decimal(0), 1
    while total + term != total:
        total += term
        odd += 2
        term = term * z * z / odd
    return total


if __name__ == "__main__":
    sys.stdout.writelines(f"{threshold}\n" for threshold in normal_thresholds())
