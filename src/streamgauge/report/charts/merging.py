"""Shapes of one look that follow each other become one path: a heat of thousands of cells has few looks.

Only what is drawn beside each other looks the same as before: where translucent shapes lay over each other, they would add up.
"""

import re

_LOOK = r' fill="[^"]*" opacity="[^"]*"'
_ALIKE = re.compile(rf'<path d="[^"]*"({_LOOK})/>(?:<path d="[^"]*"\1/>)+')
_DRAWN = re.compile(r' d="([^"]*)"')


def merge_paths(svg: str) -> str:
    """The SVG with fewer paths.

    >>> one, two = '<path d="M0,0h1Z" fill="red" opacity="0.3"/>', '<path d="M5,0h1Z" fill="red" opacity="0.3"/>'
    >>> merge_paths(one + two)
    '<path d="M0,0h1ZM5,0h1Z" fill="red" opacity="0.3"/>'
    """
    return _ALIKE.sub(_merged, svg)


def _merged(found: re.Match[str]) -> str:
    return f'<path d="{"".join(_DRAWN.findall(found[0]))}"{found[1]}/>'
