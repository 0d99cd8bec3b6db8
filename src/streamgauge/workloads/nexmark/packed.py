"""Several columns as one text, so that an aggregate picks them from one and the same row.

`max_by(bidder, price)` and `max_by(auction, price)` may come from two bids of the same price. A packed row cannot: it is
compared as a whole, by its first column first. Numbers have one width, so that they are ordered as numbers are, and are to be
found without a separator; of each text the length comes first, 0 for null.
"""

from dataclasses import dataclass

_WIDTH = 19
_ZERO = 10**18  # the first number with as many digits
LARGEST = 8 * 10**18


@dataclass(frozen=True, slots=True)
class Packed:
    """Columns that fit into one text: first numbers, then texts.

    >>> Packed(numbers=("price", "bidder")).unpacked("best")["bidder"]
    'cast(substring(best, 20, 19) as long) - 1000000000000000000'
    """

    numbers: tuple[str, ...]
    texts: tuple[str, ...] = ()

    @property
    def are_there(self) -> str:
        """A condition on the rows that can be packed: those that have all the numbers."""
        return " and ".join(f"{name} between 0 and {LARGEST}" for name in self.numbers)

    @property
    def packed(self) -> str:
        """The text, as an expression over the columns."""
        lengths = [f"coalesce(length({name}) + 1, 0)" for name in self.texts]
        numbers = [f"cast({_ZERO} + {number} as string)" for number in (*self.numbers, *lengths)]
        return " || ".join([*numbers, *(f"coalesce({name}, '')" for name in self.texts)])

    def unpacked(self, column: str) -> dict[str, str]:
        """The columns, as expressions over `column`, the text."""
        return {name: _number(column, place) for place, name in enumerate(self.numbers)} | self._texts(column)

    def _texts(self, column: str) -> dict[str, str]:
        start, texts = str(_WIDTH * (len(self.numbers) + len(self.texts)) + 1), {}
        for place, name in enumerate(self.texts, start=len(self.numbers)):
            length = f"({_number(column, place)} - 1)"
            texts[name] = f"case when {length} >= 0 then substring({column}, {start}, {length}) end"
            start += f" + case when {length} > 0 then {length} else 0 end"
        return texts


def _number(column: str, place: int) -> str:
    return f"cast(substring({column}, {place * _WIDTH + 1}, {_WIDTH}) as long) - {_ZERO}"
