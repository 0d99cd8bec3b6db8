"""When each input was first seen in an output.

Where rows are updated, an output stands for all inputs of its identity so far, and its mark `_t` is the intended time of
the newest of them. Latency from the newest alone flatters an engine that writes one update for a whole batch: the older
inputs waited longer. Here every input gets the first output that contains it.

Assumption: an output of an identity contains every input of that identity whose intended time is not after its `_t`. That
holds where inputs of an identity arrive in the order of their intended times. Where they come over several partitions of
which one lags, an input may be told as contained too early; the figure is then a lower bound. Resolution: inputs of one
identity that are due in the same millisecond count as contained together.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

NEVER = np.iinfo(np.int64).max


def first_output_ms(
    input_identity: NDArray[Any],
    input_ms: NDArray[np.int64],
    output_identity: NDArray[Any],
    newest_ms: NDArray[np.int64],
    append_ms: NDArray[np.int64],
) -> NDArray[np.int64]:
    """For every input, when the first output that contains it was appended; `NEVER` if none does.

    An input that goes into several identities (words of a sentence, sliding windows) is given once for each of them.
    Identities may be anything that numpy can sort, alike on both sides. Outputs may come in any order.
    """
    first = np.full(len(input_ms), NEVER, dtype=np.int64)
    if not len(input_ms) or not len(newest_ms):
        return first
    _, identity = np.unique(np.concatenate([input_identity, output_identity]), return_inverse=True)
    oldest = int(min(input_ms.min(), newest_ms.min()))
    span = int(max(input_ms.max(), newest_ms.max())) - oldest + 1
    of_input, of_output = identity[: len(input_ms)], identity[len(input_ms) :]

    order = np.lexsort((append_ms, of_output))
    of_output, append_ms = of_output[order], append_ms[order]
    # Identity and time in one number: a running maximum over it starts afresh with each identity, and one search finds
    # the place within the right one.
    reached = np.maximum.accumulate(of_output * span + (newest_ms[order] - oldest))
    place = reached.searchsorted(of_input * span + (input_ms - oldest))

    found = place < len(reached)
    found[found] = of_output[place[found]] == of_input[found]
    first[found] = append_ms[place[found]]
    return first
