"""What a page is made of, as data: sections with words, figures and tables. The template only sets them."""

from dataclasses import dataclass, field

from streamgauge.report.tables import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawn chart, and the same in words."""

    svg: str
    caption: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page. `notes` say what is missing or must be known."""

    name: str
    title: str
    words: list[str] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.words or self.figures or self.tables or self.notes)
