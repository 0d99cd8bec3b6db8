"""The engines of a run: each is opened when it is first needed, and stays open for all trials."""

import json
from dataclasses import dataclass

from streamgauge.engines import load_engine
from streamgauge.engines.base import EngineSession, Place
from streamgauge.engines.watched import InUseError
from streamgauge.experiments.plans import EnginePlan
from streamgauge.experiments.surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Opened:
    """An open engine and its folders."""

    session: EngineSession
    place: Place


class Sessions:
    """Open engines by name and options. Those that cannot be open at the same time are opened one after the other."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._opened: dict[str, Opened] = {}

    def get(self, plan: EnginePlan) -> Opened:
        """The engine, opened if it was not."""
        key = json.dumps([plan.name, dict(plan.options)], sort_keys=True)
        if key not in self._opened:
            self._surroundings.say(f"opening {plan.name}")
            place = self._surroundings.place_for(plan.name)
            try:
                session = load_engine(plan.name).open(plan.options, place)
            except InUseError:
                self.close()
                session = load_engine(plan.name).open(plan.options, place)
            self._opened[key] = Opened(session, place)
        return self._opened[key]

    @property
    def all(self) -> tuple[EngineSession, ...]:
        return tuple(each.session for each in self._opened.values())

    def close(self) -> None:
        """Close all of them; the first that cannot be closed is told when the others are."""
        error: Exception | None = None
        while self._opened:
            _, opened = self._opened.popitem()
            try:
                opened.session.close()
            except Exception as failed:  # noqa: BLE001 - the others must be closed as well
                error = error or failed
        if error is not None:
            raise error
