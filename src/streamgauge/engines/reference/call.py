"""Call: what a service replies, one row at a time.

As long as nobody has opened the service the reply is worked out from what it would hold, and what it would be told is noted: that
is the meaning of a call, which real ones are compared with.
"""

from collections.abc import Callable, Iterator
from typing import Any

from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.engines.reference.operators import Operator
from streamgauge.engines.reference.rows import Row
from streamgauge.flow import Call
from streamgauge.flow.effects import Effect, Effects, effect
from streamgauge.flow.steps.call import SERVICES
from streamgauge.services.caller import target_of


class CallOperator(Operator):
    def __init__(self, step: Call) -> None:
        self._arguments = [compile_expr(expression) for expression in step.expressions]
        self._columns = step.reply.names
        self._service, self._updates_by = step.service, step.updates_by
        target = target_of(step)
        self._caller = target.open() if target else None
        self._meaning = _replies(step)
        self.effects = Effects()
        self._last: dict[tuple[Any, ...], Effect] = {}

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterator[Row]:  # noqa: ARG002
        request = tuple(compute(row) for compute in self._arguments)
        yield row | dict(zip(self._columns, self._reply(request, row), strict=True))

    def _reply(self, request: tuple[Any, ...], row: Row) -> tuple[Any, ...]:
        if self._caller is not None:
            return self._caller([request])[0]
        if None in request:
            return (None,) * len(self._columns)
        if len(request) > 1:  # it is told something, and not only asked
            self._note(effect(self._service, request[0], request[1].encode()), row)
        return self._meaning(request)

    def _note(self, new: Effect, row: Row) -> None:
        """What is kept takes the place of what has its name, a message that of the row before its update."""
        replaces = (new[1],) if SERVICES[self._service].keeps else None
        if replaces is None and self._updates_by is not None:
            replaces = tuple(row[name] for name in self._updates_by)
        if replaces is None:
            self.effects.add(new)
            return
        self.effects.add(new, instead_of=self._last.get(replaces))
        self._last[replaces] = new

    def close(self) -> None:
        if self._caller is not None:
            self._caller.close()


def _replies(step: Call) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """What the service replies."""
    if step.contents is None:
        return lambda request: (len(request[1].encode()),)
    held = {row[0]: row[1:] for row in step.contents.rows}
    nothing = (None,) * len(step.reply.columns)
    return lambda request: held.get(request[0], nothing)
