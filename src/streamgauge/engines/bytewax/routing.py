"""The operators without state: what comes in goes through a stretch, and from its ends on to groups of keys or to a sink."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from streamgauge.engines.bytewax.plan import Layout, Mark, key_columns
from streamgauge.engines.bytewax.spreading import Written, grouping, writing
from streamgauge.engines.bytewax.stretch import Arrive, compile_stretch
from streamgauge.engines.reference.decode import decoder, end_of_input_ms
from streamgauge.engines.reference.rows import EVENT_TIME, Row
from streamgauge.flow import Sink, Source, Step
from streamgauge.flow.marks import ORIGIN
from streamgauge.transport.base import Record

Place: TypeAlias = tuple[int, int, int]  # partition, offset, and a number that tells the rows of one record in order
Item: TypeAlias = tuple[str, Any]  # a key as Bytewax wants it, and what goes there
Sent: TypeAlias = tuple[str, Item]  # the name of the end, and the item

BEFORE_ALL = -(2**63)


class Router:
    """Takes what leaves a start through its stretch; `sent` is where it all goes."""

    def __init__(self, layout: Layout, start: Step) -> None:
        self.sent: list[Sent] = []
        self._written: list[list[Written]] = [[] for _ in range(layout.workers)]  # for the sink of each worker
        self._sink = layout.flow.sink.name
        self.place: Place | None = None  # of the row that is on its way
        self._start = start
        self._told = [end.name for end in layout.ends(start) if end.name in layout.marked]
        self._groups = [str(group) for group in range(layout.groups)]
        self.push = compile_stretch(layout, start, {end.name: self._arrival(layout, end) for end in layout.ends(start)})

    def _arrival(self, layout: Layout, end: Step) -> Arrive:
        name = end.name
        if isinstance(end, Sink):
            return self._writing(layout)
        group_of = [self._group_of(key_columns(end, port)) for port in range(len(end.upstreams))]
        if isinstance(self._start, Source) and layout.has_places:
            return lambda row, port: self.sent.append((name, (group_of[port](row), (port, row, self._numbered()))))
        return lambda row, port: self.sent.append((name, (group_of[port](row), (port, row, self.place))))

    def _writing(self, layout: Layout) -> Arrive:
        written, sinks = writing(layout), self._written

        def arrive(row: Row, _: int) -> None:
            partition, value = written(row)
            sinks[partition % len(sinks)].append((partition, value))

        return arrive

    def _group_of(self, columns: tuple[str, ...]) -> Callable[[Row], str]:
        names, number = self._groups, grouping(columns, len(self._groups))
        return lambda row: names[number(row)]

    def _numbered(self) -> Place:
        """The place of the next row of a record, after those that it has led to before."""
        assert self.place is not None  # noqa: S101 - the intake has set it
        partition, offset, _ = self.place
        return partition, offset, len(self.sent)

    def mark(self, group: int, partition: int, offset: int, time_ms: int) -> None:
        """Tell all groups of the steps that need it how far a partition has come."""
        mark = Mark((self._start.name, group), partition, offset, time_ms)
        self.sent.extend((end, (key, mark)) for end in self._told for key in self._groups)

    def taken(self) -> list[Sent]:
        """What has been sent since this was asked before; what is written goes to each sink as one item, for one call of it."""
        sent = self.sent.copy()
        self.sent.clear()
        for worker, rows in enumerate(self._written):
            if rows:
                sent.append((self._sink, (str(worker), rows.copy())))
                rows.clear()
        return sent


class Intake:
    """The first operator: records in, rows out, and marks for the partitions that the batch has records of."""

    def __init__(self, layout: Layout) -> None:
        self._decode = decoder(layout.flow.source)
        self._router = Router(layout, layout.flow.source)
        self._is_stateful = layout.flow.is_stateful
        self._newest_ms = [BEFORE_ALL] * layout.input_partitions

    def __call__(self, records: Iterable[Record]) -> list[Sent]:
        router, newest_ms = self._router, self._newest_ms
        reached: dict[int, int] = {}
        for record in records:
            partition = record.partition
            reached[partition] = record.offset
            time_ms = end_of_input_ms(record)
            if time_ms is None:
                row = self._decode(record)
                if row is None:
                    continue
                time_ms = row.get(EVENT_TIME)
                if self._is_stateful:
                    del row[ORIGIN]  # a state ends it, and until then nobody asks for it
                router.place = (partition, record.offset, 0)
                router.push(row)
            if time_ms is not None and time_ms > newest_ms[partition]:
                newest_ms[partition] = time_ms
        for partition, offset in reached.items():
            router.mark(0, partition, offset, newest_ms[partition])
        return router.taken()


class Passage:
    """The operator behind a keyed step: what leaves its groups, on to where the next stretch ends."""

    def __init__(self, layout: Layout, start: Step) -> None:
        self._router = Router(layout, start)

    def __call__(self, items: Iterable[Item]) -> list[Sent]:
        router = self._router
        for group, leaving in items:
            if type(leaving) is Mark:
                router.mark(int(group), leaving.partition, leaving.offset, leaving.time_ms)
            else:
                row, router.place = leaving
                router.push(row)
        return router.taken()
