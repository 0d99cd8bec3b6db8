"""What one sees while a run is under way."""

import io
import sys

import pytest
from rich.console import Console
from rich.live import Live

from streamgauge.cli import view
from streamgauge.cli.view import Block, Lines, in_words, open_view
from streamgauge.experiments.status import Status

SENDING = Status(
    "sending",
    "e",
    "e-2",
    elapsed_s=3.0,
    planned_s=10.0,
    offered_per_second=2000.0,
    outputs_per_second=1234,
    backlog=56,
    turn="trial 2 of 4",
)


def test_only_what_is_known_is_told() -> None:
    assert in_words(Status("starting", "e", "e-1")) == []
    assert dict(in_words(SENDING)) == {
        "time": "3 of 10 s, 7 s left",
        "offered": "2,000 records/s",
        "written": "1,234 outputs/s",
        "backlog": "56 records",
    }


def test_lines_come_every_ten_seconds(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(view, "_now_s", lambda: now[0])
    lines = Lines()
    for _ in range(25):
        lines.show(SENDING)
        now[0] += 1
    lines.show(Status("draining", "e", "e-2"))
    out, err = capsys.readouterr()
    assert out == ""
    line = "e-2: time 3 of 10 s, 7 s left, offered 2,000 records/s, written 1,234 outputs/s, backlog 56 records"
    assert err.splitlines() == [f"streamgauge: {line}"] * 2


def test_the_block_shows_it_all() -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100)
    with Live(console=console, auto_refresh=False) as live:
        block = Block(live)
        block.begin("latency of [grep]")
        block.show(SENDING)
        live.refresh()
        block.say("a [b] c")
    shown = screen.getvalue()
    for part in ("latency of [grep]", "trial 2 of 4, e-2: sending", "7 s left", "56 records", "streamgauge: a [b] c"):
        assert part in shown


def test_no_block_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with open_view() as opened:
        assert isinstance(opened, Lines)
