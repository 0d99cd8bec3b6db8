"""The session's settings while a query starts, and afterwards."""

from dataclasses import dataclass, field

import pytest

from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.spark import snapshots

SETTING = "spark.sql.streaming.stateStore.minDeltasForSnapshot"


@dataclass
class Settings:
    """As a session has them: without a value of its own a setting has Spark's."""

    own: dict[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str:
        return self.own.get(name, "10")

    def set(self, name: str, value: str) -> None:
        self.own[name] = value

    def unset(self, name: str) -> None:
        self.own.pop(name, None)


@dataclass
class Session:
    conf: Settings = field(default_factory=Settings)


@dataclass
class Writer:
    """Its queries are what the setting was when they were started."""

    session: Session
    fails: bool = False

    def start(self) -> str:
        if self.fails:
            raise RuntimeError("no such topic")
        return self.session.conf.get(SETTING)


@pytest.mark.parametrize(("paradigm", "batches"), [(Paradigm.DATA, "1"), (Paradigm.OPERATION, "3")])
def test_each_paradigm_has_its_own(paradigm: Paradigm, batches: str) -> None:
    session = Session()
    assert snapshots.start(session, Writer(session), paradigm) == batches
    assert session.conf.own == {}


def test_what_the_user_has_chosen_is_kept() -> None:
    session = Session(Settings({SETTING: "7"}))
    assert snapshots.start(session, Writer(session), Paradigm.DATA) == "7"
    assert session.conf.own == {SETTING: "7"}


def test_a_start_that_fails_leaves_nothing_behind() -> None:
    session = Session()
    with pytest.raises(RuntimeError):
        snapshots.start(session, Writer(session, fails=True), Paradigm.DATA)
    assert session.conf.own == {}
