"""How often the state of a part is written down whole.

A switch begins with loading it: the newest snapshot, and every change since. Spark makes a snapshot every ten batches, which in
real-time mode is nearly a minute of changes: with a million words the first batch after a switch took 8 s. With a snapshot for
every batch it took 4 s, but micro-batches got a fifth less done, so these make one less often. How soon a snapshot is written
once it is made is a setting of the session: `SNAPSHOTS`.
"""

from threading import Lock
from typing import Any

from streamgauge.engines.dual.observation import Paradigm

BATCHES = {Paradigm.DATA: 1, Paradigm.OPERATION: 3}
_SETTING, _SPARKS_OWN = "spark.sql.streaming.stateStore.minDeltasForSnapshot", "10"
_one_at_a_time = Lock()  # a query takes the session's settings along when it is started


def start(spark: Any, writer: Any, paradigm: Paradigm) -> Any:
    """The started query. A number that the user has chosen is kept; other queries of the session see nothing of ours."""
    with _one_at_a_time:
        if spark.conf.get(_SETTING) != _SPARKS_OWN:
            return writer.start()
        spark.conf.set(_SETTING, str(BATCHES[paradigm]))
        try:
            return writer.start()
        finally:
            spark.conf.unset(_SETTING)
