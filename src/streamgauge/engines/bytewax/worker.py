"""One worker of a flow, in a process of its own: `worker.py NUMBER BOARD ADDRESSES`, the program on its standard input.

Ends with 0 when the input has ended, which the board decides. A failure is one line on the standard output.
"""

import gc
import json
import sys
import traceback
from datetime import timedelta
from pathlib import Path

from bytewax.recovery import RecoveryConfig
from bytewax.testing import cluster_main

from streamgauge.engines.bytewax.board import Board
from streamgauge.engines.bytewax.dataflow import build
from streamgauge.engines.bytewax.program import Program

_RARELY = (200_000, 20, 100)  # rows go away by themselves, and a large state is slow to look through


def main(number: int, board: Path, addresses: list[str]) -> int:
    program = Program.from_data(json.load(sys.stdin))
    dataflow = build(program, number, Board(board, program.workers))
    gc.freeze()
    gc.set_threshold(*_RARELY)
    try:
        cluster_main(
            dataflow,
            addresses,
            number,
            epoch_interval=timedelta(seconds=program.epoch_s),
            recovery_config=RecoveryConfig(program.recovery),
        )
    except Exception as error:  # noqa: BLE001 - whatever it is, it is this flow's failure and is told as such
        traceback.print_exc()
        print(_cause(error), flush=True)
        return 1
    return 0


def _cause(error: BaseException) -> str:
    """What was raised first: Bytewax wraps it several times."""
    while error.__cause__ is not None:
        error = error.__cause__
    return f"{type(error).__name__}: {error}".partition("\n")[0]
