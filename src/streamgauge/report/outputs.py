"""How many outputs stand for an input, and when one engine writes so much less than another that it must be said."""

OUTPUTS = "outputs_per_input"

_AS_MUCH = 0.9  # of the outputs of the engine that writes most: counts differ a little where a trial is cut off


def writes_less(outputs: float, most: float) -> bool:
    """Does an engine write once for several updates, beside one that writes `most`?

    >>> writes_less(0.3, most=10.5), writes_less(10.2, most=10.5)
    (True, False)
    """
    return outputs < _AS_MUCH * most
