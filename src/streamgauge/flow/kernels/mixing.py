"""Bits that look random and follow from a number: for kernels that hash, or that choose by chance."""

_MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(number: int) -> int:
    """The finaliser of splitmix64 after one increment: 64 bits, modulo 2^64 of the number.

    >>> hex(mix(0))
    '0xe220a8397b1dcdaf'
    """
    z = (number + GAMMA) & _MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)
