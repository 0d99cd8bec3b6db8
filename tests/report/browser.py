"""Headless Chromium: opens a page at a width and says what it saw."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from html import unescape
from pathlib import Path

CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)

# Measures the page from inside: what is wider than the window, which charts are drawn, which texts of a chart overlap or are cut.
_PROBE = """
<script>
addEventListener("load", () => {
  const box = each => each.getBoundingClientRect();
  const overlaps = [], cut = [];
  for (const svg of document.querySelectorAll("svg")) {
    const frame = box(svg);
    const texts = [...svg.querySelectorAll("text")].filter(each => each.textContent.trim());
    texts.forEach((one, number) => {
      const a = box(one);
      if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1)
        cut.push(one.textContent);
      for (const other of texts.slice(number + 1)) {
        const b = box(other);
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 3) overlaps.push([one.textContent, other.textContent]);
      }
    });
  }
  const said = document.createElement("pre");
  said.id = "probe";
  said.textContent = JSON.stringify({
    width: document.documentElement.scrollWidth, window: innerWidth, overlaps, cut,
    charts: [...document.querySelectorAll("svg")].map(each => Math.min(box(each).width, box(each).height)),
    rows: [...document.querySelectorAll("tbody tr")].filter(each => box(each).height > 0).length,
  });
  document.body.append(said);
});
</script>
"""


@dataclass(frozen=True)
class Seen:
    """What the browser saw: the widths of page and window, overlapping and cut texts, charts, complaints, and what it fetched."""

    width: int
    window: int
    overlaps: list[list[str]]
    cut: list[str]
    charts: list[float]
    rows: int
    complaints: list[str]
    fetched: list[str]


def look_at(page: str, folder: Path, width: int, *, script: str = "") -> Seen:
    """Open the page in a window of this width; `script` runs in it before it is measured."""
    file, log = folder / f"page-{width}.html", folder / f"net-{width}.json"
    file.write_text(page.replace("</body>", f"{script}{_PROBE}</body>"), encoding="utf-8")
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"]
    command += [f"--window-size={width},900", f"--user-data-dir={folder / 'profile'}", f"--log-net-log={log}", f"file://{file}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    probe = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.DOTALL)
    assert probe, done.stderr[-2000:]
    complaints = [line for line in done.stderr.splitlines() if ":CONSOLE" in line]
    return Seen(**json.loads(unescape(probe[1])), complaints=complaints, fetched=_fetched(log))


def _fetched(log: Path) -> list[str]:
    """The addresses that the page asked the network for; the browser's own housekeeping aside."""
    own = ("google", "gvt1", "chrome", "data:", "file:")
    found = re.findall(r'"url":"([^"]+)"', log.read_text(encoding="utf-8", errors="replace"))
    return sorted({url for url in found if not any(each in url for each in own)})
