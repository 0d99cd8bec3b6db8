"""Names that people type: what they may have meant."""

import difflib
from collections.abc import Iterable

_MOST_NAMED = 12


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that names the closest known name, or all of them.

    >>> nearest("sentnce", ["sentence", "word"])
    "did you mean 'sentence'?"
    """
    names = sorted(known)
    if close := difflib.get_close_matches(name, names, n=1):
        return f"did you mean {close[0]!r}?"
    if not names:
        return "there are none"
    return f"one of: {', '.join(names[:_MOST_NAMED])}{', ...' if len(names) > _MOST_NAMED else ''}"
