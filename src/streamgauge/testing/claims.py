"""What an engine is expected to run, told by name: the tests take nothing from its support table."""

from collections.abc import Set
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Claims:
    """The workloads and flows of the kit that an engine must refuse, with the word it must use; all others it must run.

    A young engine names what it must run instead: with `only`, others may be refused.

    >>> Claims(never={"kmeans"}).refusal("kmeans"), Claims(not_yet={"ysb"}).refusal("ysb"), Claims().refusal("ysb")
    ('never', 'not yet', None)
    >>> Claims(only={"grep"}).is_open("ysb")
    True
    """

    never: Set[str] = frozenset()
    not_yet: Set[str] = frozenset()
    only: Set[str] | None = None
    transports: tuple[str, ...] = ("kafka", "files")  # the first is used where it does not matter which

    def refusal(self, name: str, transport: str | None = None) -> str | None:
        """The word with which it is refused; None if it must run."""
        if name in self.never:
            return "never"
        if name in self.not_yet:
            return "not yet"
        return "never|not yet" if transport is not None and transport not in self.transports else None

    def is_open(self, name: str) -> bool:
        """Is either right, to refuse it or to run it?"""
        return self.only is not None and name not in self.only


EVERYTHING = Claims()
