"""Fills an input topic before the engine starts, as fast as the transport takes it."""

import time

from streamgauge.load.sender import send
from streamgauge.streams.rates import Maximum
from streamgauge.transport.base import Topic
from streamgauge.transport.placement import placement_for
from streamgauge.workloads.base import ConfiguredWorkload


def preload(workload: ConfiguredWorkload, topic: Topic, events: int) -> int:
    """Write the first `events` events. Returns the base time: event i is stamped base + i milliseconds.

    Such a stamp is no time but a position: the mark of an output record then tells the newest event in it. All stamps lie
    in the past, so that none is taken for the time of an event that is sent later.
    """
    base_ms = time.time_ns() // 1_000_000 - events
    writer = topic.writer()
    try:
        send(
            workload.stream,
            Maximum(),
            writer,
            placement=placement_for(workload.flow, topic.partitions),
            first_event=0,
            events=events,
            position_times=True,
            base_ms=base_ms,
        )
    finally:
        writer.close()
    return base_ms
