"""A session and its running flow, over a child process that speaks the protocol in `serving.py`."""

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from streamgauge.engines.base import Place, Progress
from streamgauge.engines.child.line import ChildError, Line
from streamgauge.flow import Flow
from streamgauge.transport.base import Topic

Program = Callable[[Flow, Topic | None, Topic | None], Mapping[str, Any]]


class ChildSession:
    """An open child. `program` makes of a flow and its topics what the child is sent; to explain a flow there are no topics.

    One flow runs at a time. The child's standard error goes to `NAME.log` among the session's logs.
    """

    def __init__(
        self, command: Sequence[str], place: Place, name: str, program: Program, *, env: Mapping[str, str] | None = None
    ) -> None:
        self._program = program
        self._figures: dict[str, float] = {}
        self.log_path = place.logs / f"{name}.log"
        self._line = Line(name, command, self.log_path, env)
        try:
            self._line.wait_until_ready()
        except BaseException:
            self._line.close()
            raise

    def start(self, flow: Flow, input_topic: Topic, output_topic: Topic) -> "RunningChild":
        self._line.ask("start", program=self._program(flow, input_topic, output_topic))
        return RunningChild(self, flow)

    def explain(self, flow: Flow) -> str:
        return str(self._line.ask("explain", program=self._program(flow, None, None))["plan"])

    def progress(self) -> dict[str, Any]:
        """The child's reply: `consumed`, and where it has something to tell `batches`, `is_busy`, `details` and `figures`."""
        return self._told("progress")

    def failure(self) -> dict[str, Any]:
        """The child's reply: `failure` if the flow ended by itself, and `figures`. It is asked often, so it must cost nothing."""
        return self._told("failure")

    def _told(self, do: str) -> dict[str, Any]:
        reply = self._line.ask(do)
        self._figures = reply.get("figures", self._figures)
        return reply

    def stop(self) -> None:
        self._line.ask("stop")

    @property
    def process_ids(self) -> tuple[int, ...]:
        return (self._line.pid,)

    def figures(self) -> dict[str, float]:
        return dict(self._figures)

    def close(self) -> None:
        self._line.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class RunningChild:
    """The flow that runs in a child. That the child ended by itself is the flow's failure."""

    def __init__(self, session: ChildSession, flow: Flow) -> None:
        self._session = session
        self._flow = flow

    def progress(self) -> Progress:
        reply = self._session.progress()
        return Progress(reply["consumed"], reply.get("batches", 0), reply.get("is_busy", False), reply.get("details", {}))

    def failure(self) -> str | None:
        try:
            told = self._session.failure().get("failure")
        except ChildError as error:
            return f"{error.what} ({error.where})"
        return None if told is None else f"{told} (log {self._session.log_path})"

    def explain(self) -> str:
        return self._session.explain(self._flow)

    def stop(self) -> None:
        self._session.stop()
