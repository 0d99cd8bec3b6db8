"""Text that others wrote, so that all of it is seen and nothing else is turned around by it."""

from unicodedata import category

_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # Unicode's categories of controls, marks, halves and separators


def visible(text: str) -> str:
    r"""The text with signs that have no picture written as their numbers, but for ends of lines and tabs.

    >>> print(visible("a\u202eb\ud800"))
    a\u202eb\ud800
    """
    if text.isprintable():
        return text
    return "".join(ascii(each)[1:-1] if category(each) in _UNSEEN and each not in "\n\t" else each for each in text)
