"""What is known of all parts, and the form in which it is kept beside the checkpoint."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from streamgauge.engines.dual.part_model import PartModel
from streamgauge.errors import RequestError

VERSION = 1  # of the kept form


@dataclass(frozen=True, slots=True)
class Model:
    """What is known of all parts; they are counted from 1, as in the seed."""

    parts: tuple[PartModel, ...]

    def part(self, number: int) -> PartModel:
        return self.parts[number - 1]

    @property
    def magnifications(self) -> tuple[float, ...]:
        """lambda(0), the surge at the source, then lambda of each part."""
        return (self.parts[0].surge, *(part.magnification.value for part in self.parts))

    def given(self, numbers: Mapping[str, float]) -> "Model":
        """The same with the user's own numbers in every part."""
        return Model(tuple(part.given(numbers) for part in self.parts))

    def to_data(self) -> dict[str, Any]:
        """Plain data, as it is kept beside the checkpoint."""
        return {"version": VERSION, "parts": [part.to_data() for part in self.parts]}

    @classmethod
    def from_data(cls, data: Any) -> "Model":
        """What `to_data` gave; anything else is refused."""
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise _unreadable(f"it is not of version {VERSION}")
        try:
            return cls(tuple(PartModel.from_data(part) for part in data["parts"]))
        except (KeyError, TypeError, ValueError) as error:
            raise _unreadable(repr(error)) from None


def _unreadable(why: str) -> RequestError:
    where = "the model beside the checkpoint"
    return RequestError(f"the kept model cannot be read: {why}", where=where, fix="delete it: it is learnt again")
