"""`streamgauge setup`: fetch what is needed, once."""

from streamgauge.cli.options import Json
from streamgauge.cli.screen import print_json, print_table, say
from streamgauge.engines import engine_names, load_engine
from streamgauge.host import jars

BROKER = "kafka-broker"


def setup_command(*engine: str, json: Json = False) -> None:
    """Fetch what the engines and the broker need into the user's cache, checked against pinned checksums.

    Parameters
    ----------
    engine:
        Engines to set up; all of them by default.
    json:
        Print JSON.
    """
    wanted = [BROKER, *(group for name in engine or engine_names() for group in load_engine(name).jar_groups)]
    rows = [
        {"jars": group, "files": len(jars.fetch(group, say)), "folder": str(jars.jars_dir())} for group in dict.fromkeys(wanted)
    ]
    if json:
        print_json("setup", {"jars": rows})
    else:
        print_table("ready", ("jars", "files", "folder"), [tuple(row.values()) for row in rows])
