"""Jitter as seed work 002 defines it: how far the output's rate strays from the rate that the input leads to expect.

For interval t, J_t = (w_o - s * w_i) / (s * W_i): w_o and w_i are the rates of output and input in the interval, W_i is the
mean rate of the input over all intervals, and s is the selectivity, outputs per input of a right answer. It tends to 0.
"""

import numpy as np
from numpy.typing import NDArray


def jitter(outputs: NDArray[np.int64], inputs: NDArray[np.int64], selectivity: float) -> NDArray[np.float64] | None:
    """J of every interval, from the records counted in each; the intervals are equally long.

    None where no output is expected at all: then there is nothing to stray from.

    >>> jitter(np.array([50, 150]), np.array([100, 100]), selectivity=1.0).tolist()
    [-0.5, 0.5]
    """
    expected = selectivity * inputs
    if not expected.any():
        return None
    strayed: NDArray[np.float64] = (outputs - expected) / expected.mean()
    return strayed
