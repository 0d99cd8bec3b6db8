"""Places in an SVG in hundredths of a pixel: nobody sees a finer one, and the renderer writes thirteen digits more."""

import re

_TAG = re.compile(r"<[^<>]+>")  # text and attributes have no such signs: the renderer escapes them
_PLACES = re.compile(r'\s(?:d|points|x|x1|x2|y|y1|y2|width|height)="[^"]*"|\btranslate\([^)]*\)')
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\d=])")


def round_places(svg: str) -> str:
    """The SVG with every coordinate in two decimals at most; texts, names and colours stay.

    >>> round_places('<path d="M66.08695652173913,5e-15h-3.5Z" id="a1.2345"/><text>1.2345</text>')
    '<path d="M66.09,0h-3.5Z" id="a1.2345"/><text>1.2345</text>'
    """
    return _TAG.sub(lambda tag: _PLACES.sub(lambda place: _NUMBER.sub(_short, place[0]), tag[0]), svg)


def _short(number: re.Match[str]) -> str:
    text = f"{float(number[0]):.2f}"
    return text.rstrip("0").rstrip(".")
