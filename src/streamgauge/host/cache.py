"""Where downloads are kept between runs."""

import os
from pathlib import Path


def cache_dir() -> Path:
    """`STREAMGAUGE_CACHE` if set, else the user's cache folder by the XDG rule; it may not exist yet."""
    own = os.environ.get("STREAMGAUGE_CACHE")
    if own:
        return Path(own).expanduser().absolute()
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG rule says that a relative path is invalid and must be ignored.
    base = Path(xdg) if Path(xdg).is_absolute() else Path.home() / ".cache"
    return base / "streamgauge"
