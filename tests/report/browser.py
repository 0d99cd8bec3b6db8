"""Headless Chromium, spoken to over a pair of pipes: opens pages at a width, in light or dark, and says what it saw."""

import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)

PATIENCE_S = 120.0

# Chromium reads commands from descriptor 3 and writes to 4, whatever their numbers are here.
_LAUNCH = """
import fcntl, os, sys
for given, wanted in zip([fcntl.fcntl(int(each), fcntl.F_DUPFD, 10) for each in sys.argv[1:3]], (3, 4)):
    os.dup2(given, wanted)
os.execv(sys.argv[3], sys.argv[3:])
"""

_PROBE = Path(__file__).with_name("probe.js")


@dataclass(frozen=True)
class Seen:
    """What the browser saw: the widths of page and window; texts that overlap, are cut or faint; charts, and what it said."""

    width: int
    window: int
    overlaps: list[list[str]]
    cut: list[str]
    faint: list[str]
    charts: list[float]
    rows: int
    complaints: list[str]
    fetched: list[str]


class Browser:
    """A running Chromium with one page open; commands are those of the DevTools protocol."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to, self._from = to_browser, from_browser
        self._rest, self._number, self._session = b"", 0, ""
        self._events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def look_at(
        self, page: str, folder: Path, width: int, *, is_dark: bool = False, is_printed: bool = False, script: str = ""
    ) -> Seen:
        """Open a page in a window of this width, or as it is printed; `script` runs in it before it is measured."""
        file = folder / "page.html"
        file.write_text(page, encoding="utf-8")
        self.open(file, width, is_dark=is_dark, is_printed=is_printed)
        if script:
            self.evaluate(script)
        return Seen(
            **self.evaluate(_PROBE.read_text(encoding="utf-8")),
            complaints=list(self._complaints()),
            fetched=list(self._fetched()),
        )

    def open(self, file: Path, width: int, *, is_dark: bool = False, is_printed: bool = False) -> None:
        self._events.clear()
        is_phone = width < 600
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=is_phone)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.call("Emulation.setEmulatedMedia", media="print" if is_printed else "", features=[scheme])
        self.call("Page.navigate", url=f"file://{file}")
        while not any(each["method"] == "Page.loadEventFired" for each in self._events):
            self._hear()

    def evaluate(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def call(self, method: str, /, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        session = {"sessionId": self._session} if self._session else {}
        message = json.dumps({"id": self._number, "method": method, "params": parameters, **session})
        os.write(self._to, message.encode() + b"\0")
        while (answer := self._hear()).get("id") != self._number:
            pass
        assert "error" not in answer, answer
        return dict(answer["result"])

    def _hear(self) -> dict[str, Any]:
        """The next message; one that answers nothing is kept."""
        until = time.monotonic() + PATIENCE_S
        while b"\0" not in self._rest:
            assert select.select([self._from], [], [], max(0.0, until - time.monotonic()))[0], "Chromium says nothing"
            heard = os.read(self._from, 1 << 20)
            assert heard, "Chromium has gone"
            self._rest += heard
        message, _, self._rest = self._rest.partition(b"\0")
        said: dict[str, Any] = json.loads(message)
        if "method" in said:
            self._events.append(said)
        return said

    def _complaints(self) -> Iterator[str]:
        """Whatever the page wrote to the console, and every error."""
        for each in self._events:
            match each["method"]:
                case "Runtime.consoleAPICalled" | "Runtime.exceptionThrown" | "Log.entryAdded":
                    yield json.dumps(each["params"])

    def _fetched(self) -> Iterator[str]:
        """The addresses that were asked for beside the page itself."""
        asked = [each["params"]["request"]["url"] for each in self._events if each["method"] == "Network.requestWillBeSent"]
        return (url for url in asked[1:] if not url.startswith("data:"))


@contextmanager
def open_browser(profile: Path) -> Iterator[Browser]:
    """A Chromium with a profile of its own, which is gone afterwards."""
    commands, answers = os.pipe(), os.pipe()
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={profile}"]
    launch = [sys.executable, "-c", _LAUNCH, str(commands[0]), str(answers[1]), str(CHROMIUM), *options]
    with subprocess.Popen(
        launch, pass_fds=(commands[0], answers[1]), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        os.close(commands[0])
        os.close(answers[1])
        try:
            yield Browser(commands[1], answers[0])
        finally:
            process.terminate()
            os.close(commands[1])
            os.close(answers[0])
