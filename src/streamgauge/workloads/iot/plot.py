"""The plot of a group of predictions: a chart in SVG, made of expressions alone, so that every engine draws the same."""

_WIDTH, _HEIGHT, _BAR = 800, 600, 120
_BARS = (("BAD", "bad"), ("GOOD", "good"), ("VERYGOOD", "{group} - bad - good"))


def chart(group: int) -> str:
    """A bar for each class, as high as its share of the group; and in words the mean and the largest error, in thousandths."""
    begin = f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}">'
    bars = [part for place, (label, count) in enumerate(_BARS) for part in _bar(place, label, count.format(group=group), group)]
    words = ["'mean '", _thousandths("error"), "' largest '", _thousandths("worst")]
    return " || ".join([f"'{begin}'", *bars, *_text(20, 30, *words), "'</svg>'"])


def _bar(place: int, label: str, count: str, group: int) -> list[str]:
    height = f"cast(cast(({count}) * {_HEIGHT - 100}.0 / {group}.0 as long) as string)"
    left = 60 + place * 2 * _BAR
    rect = f'<rect x="{left}" y="50" width="{_BAR}" height="'
    return [f"'{rect}'", height, "'\"/>'", *_text(left, _HEIGHT - 20, f"'{label}'")]


def _text(left: int, top: int, *words: str) -> list[str]:
    begin = f'<text x="{left}" y="{top}">'
    return [f"'{begin}'", *words, "'</text>'"]


def _thousandths(number: str) -> str:
    return f"cast(cast({number} * 1000.0 as long) as string)"
