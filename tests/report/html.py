"""A page taken apart, as a browser would read it."""

from html.parser import HTMLParser


class Tags(HTMLParser):
    """Every tag with its attributes, and all text outside of style sheets, blanks that hold words together as plain ones."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._in_style = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._in_style = tag in ("style", "script")

    def handle_endtag(self, _: str) -> None:
        self._in_style = False

    def handle_data(self, data: str) -> None:
        self.text += "" if self._in_style else data.replace("\u00a0", " ")

    @property
    def names(self) -> list[str]:
        return [tag for tag, _ in self.found]

    @property
    def ids(self) -> list[str]:
        return [value for _, attributes in self.found for name, value in attributes.items() if name == "id" and value]

    @property
    def links(self) -> list[str]:
        """Everything that a browser might fetch or jump to."""
        wanted = ("src", "href", "xlink:href", "srcset", "action", "data")
        return [value for _, attributes in self.found for name, value in attributes.items() if name in wanted and value]
