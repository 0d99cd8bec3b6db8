"""Plain data as TOML, which Python can read but not write."""

import json
import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def to_toml(data: Mapping[str, Any]) -> str:
    """Mappings of text, numbers, booleans, lists of them, and mappings; what is None is left out.

    >>> print(to_toml({"rate": ["2000", "half"], "workload": {"name": "grep", "set": {}}}), end="")
    rate = ["2000", "half"]
    <BLANKLINE>
    [workload]
    name = "grep"
    <BLANKLINE>
    [workload.set]
    """
    return "\n".join(_lines(data, ())) + "\n"


def _lines(data: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    plain = [f"{_key(name)} = {_value(value)}" for name, value in data.items() if not isinstance(value, Mapping | None)]
    for name, table in data.items():
        if isinstance(table, Mapping):
            inner = (*path, name)
            gap = [""] if plain else []
            plain += [*gap, f"[{'.'.join(map(_key, inner))}]", *_lines(table, inner)]
    return plain


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # JSON allows it as it is


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _text(value)
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
    raise TypeError(f"{type(value).__name__} has no form in TOML")
