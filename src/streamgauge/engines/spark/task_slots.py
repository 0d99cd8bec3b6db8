"""How many tasks a session can run at once."""

import time
from typing import Any

from streamgauge.engines.spark.settings import has_executor_here

_EXECUTORS_READY_S = 30.0
_LOOK_S = 0.2


def task_slots(spark: Any, needed: int = 0) -> int:
    """The slots of a session; executors elsewhere take a moment to report theirs, and are waited for if they are `needed`.

    Spark's own count: its default parallelism is the same only where nobody has set that.
    """
    context, deadline = spark._jsc.sc(), time.monotonic() + _EXECUTORS_READY_S
    profile = context.resourceProfileManager().defaultResourceProfile()
    while (slots := int(context.maxNumConcurrentTasks(profile))) < needed and time.monotonic() < deadline:
        if has_executor_here(spark.sparkContext.master):
            break
        time.sleep(_LOOK_S)
    return slots
