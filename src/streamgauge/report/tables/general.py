"""What every experiment has: what it took; and the figures of one that has no tables of its own."""

from collections.abc import Mapping
from typing import Any

from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.report.tables.table import Table, about, answer, first_headings, known, names, rounded

_ROLES = ("engine", "broker", "sender", "self")
_NAMES = {"self": "streamgauge"}


def resource_table(result: Mapping[str, Any]) -> Table:
    """What each role used, as busy cores, and the engine's memory."""
    used = {role for each in result["engines"] for role in each.get("resources") or {}}
    roles = [role for role in _ROLES if role in used]
    defines = {f"{_NAMES.get(role, role)} cores": "cores" for role in roles}
    defines |= {"engine MB": "rss_max_bytes", "GC s": "gc_s", "others' cores": "others_cores"}
    rows: list[tuple[object, ...]] = [
        (
            *names(result, each),
            *(rounded(((each.get("resources") or {}).get(role) or {}).get("cores"), 2) for role in roles),
            rounded(((each.get("resources") or {}).get("engine") or {}).get("rss_max_bytes"), 0, per=1e6),
            rounded(each.get("gc_s"), 2),
            rounded(each.get("others_cores"), 2),
        )
        for each in result["engines"]
    ]
    return Table("what it took", (*first_headings(result), *defines), rows, defines=defines)


def general_tables(result: Mapping[str, Any]) -> list[Table]:
    """Every defined figure that stands alone and that some engine has."""
    shown = [
        name
        for name in DEFINITIONS
        if any(isinstance(each.get(name), int | float) and not isinstance(each[name], bool) for each in result["engines"])
    ]
    rows: list[tuple[object, ...]] = [
        (*names(result, each), *(known(each.get(name)) for name in shown), answer(each)) for each in result["engines"]
    ]
    title = f"{result['experiment']} of {result['workload']}{about(result)}"
    return [Table(title, (*first_headings(result), *shown, "answer"), rows, defines={name: name for name in shown})]
