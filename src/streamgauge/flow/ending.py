"""How a finite input ends: a record in each partition that moves the watermark past every window."""

from streamgauge.flow.graph import Flow
from streamgauge.flow.marks import END_OF_INPUT

END_MS = 253_402_300_799_000  # the last second of the year 9999


def end_markers(flow: Flow, partitions: int) -> list[bytes]:
    """The records to send after the last, one to each partition; none where nothing waits for a watermark."""
    marker = f'{{"{END_OF_INPUT}":{END_MS}}}'.encode()
    return [marker] * partitions if flow.waits_for_time else []
