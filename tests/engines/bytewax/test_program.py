"""What the child is sent comes out as it was; what it is asked to stop, stops."""

import json
from pathlib import Path

import pytest

from streamgauge.engines.base import Place
from streamgauge.engines.bytewax.board import Board
from streamgauge.engines.bytewax.engine import ENGINE
from streamgauge.engines.bytewax.program import KafkaAddress, Program
from streamgauge.errors import RequestError
from streamgauge.transport.kafka.settings import ClientSettings, Setting
from tests.flow.event_flows import FLOWS


@pytest.mark.parametrize("name", FLOWS)
def test_a_program_read_back_is_equal(name: str) -> None:
    settings = ClientSettings((Setting("security.protocol", "SSL", "file:1"),))
    program = Program(FLOWS[name], KafkaAddress("in", 3, "a:1", settings), KafkaAddress(), 2, 0.5, "folder", "work")
    assert Program.from_data(json.loads(json.dumps(program.to_data()))) == program


def test_all_workers_write_on_one_board(tmp_path: Path) -> None:
    boards = [Board(tmp_path / "board", workers=2) for _ in range(3)]
    boards[1].add(0, 5)
    boards[2].add(1, 7)
    boards[2].add(1, 1)
    assert [board.consumed for board in boards] == [13] * 3
    assert not boards[0].is_stopping
    boards[0].stop()
    assert boards[2].is_stopping


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"workres": 2}, "did you mean 'workers'"),
        ({"workers": 0}, "1 or more"),
        ({"epoch_interval": 0.0}, "seconds above 0"),
        ({"epoch_interval": -1.0}, "-1.0 s apart"),
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, options: dict[str, object], why: str) -> None:
    with pytest.raises(RequestError, match=why):
        ENGINE.open(options, Place(tmp_path, tmp_path))
