"""The child: Flink's mini cluster, driven over standard input and output. See `engines/child/serving.py` for the protocol.

Runs in Flink's own environment, by path: `python child.py SERVING JAVA_FOLDER JAR`; nothing of ours can be imported here but what
is given. A program has `statements` (SQL, or a fold, see `folding.py`), `insert` and `settings`; the `flow`, for the log; and
`consumed_before`: how many records of each partition a job had consumed that this one goes on from. The JAR is made here, of the
Java sources in the folder.
"""

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

_HERE = Path(__file__).parent
_CURRENT_OFFSET = re.compile(r"\.KafkaSourceReader\.topic\..*\.partition\.(\d+)\.currentOffset$")
_CAUSE = re.compile(r"(?:Caused by)?: (.*)")  # the outermost has the colon alone, after a line of Py4J's
_ANSWER_S = 10.0
_LAST_MOMENT_S = 2.0
_OUT_OF_MEMORY = {3: "its heap is too small (--option heap=...)"}  # the code with which -XX:+ExitOnOutOfMemoryError ends it
_ON_THE_WAY_S = 1.0
_CONSUMED_S, _GC_S = 0.25, 1.0  # how old what is told may be: to ask costs Flink, and that is charged to it
_HEARD_S = 0.05  # in which Flink hears from its tasks
_NAMES_AT_ONCE = 20  # Flink takes no request line longer than 4,096 bytes, and each name is about 100
_JAVA = 8  # the class files are for this version: by default Janino writes older ones
_FACTORIES = ("streamgauge.Records", "streamgauge.StaticTable")


class Job:
    """A flow at work."""

    def __init__(self, table_result: Any, consumed_before: list[int]) -> None:
        self._client = table_result.get_job_client()._j_job_client  # noqa: SLF001 - PyFlink wraps only a part of it
        self._result = self._client.getJobExecutionResult()  # asked for now: the cluster shuts down with the job
        self._id = self._client.getJobID().toString()
        self._address = _rest_address(self._client)
        self._consumed_before = consumed_before
        self._readers: dict[str, list[str]] = {}

    def consumed(self) -> int:
        """The records that the sources have handed on since the topic's beginning, before a restart too; its offsets begin at 0.

        Flink tells what it heard from its tasks when it was asked before, and only then asks them anew: so it is asked twice.
        """
        self._told()
        time.sleep(_HEARD_S)
        return self._told()

    def _told(self) -> int:
        if not self._readers or any(len(metrics) < len(self._consumed_before) for metrics in self._readers.values()):
            self._readers = self._find_readers()
        return min((self._read(vertex, metrics) for vertex, metrics in self._readers.items()), default=sum(self._consumed_before))

    def _find_readers(self) -> dict[str, list[str]]:
        """The vertices that read, and the names of the metrics that tell their offsets: they come when a partition does."""
        found = {}
        for vertex in self._ask("")["vertices"]:
            names = [metric["id"] for metric in self._ask(f"vertices/{vertex['id']}/metrics")]
            if offsets := sorted(filter(_CURRENT_OFFSET.search, names)):
                found[vertex["id"]] = offsets
        return found

    def _read(self, vertex: str, metrics: list[str]) -> int:
        slices = (metrics[start : start + _NAMES_AT_ONCE] for start in range(0, len(metrics), _NAMES_AT_ONCE))
        asked = [f"vertices/{vertex}/metrics?get={','.join(map(urllib.parse.quote, names))}" for names in slices]
        told = [each for path in asked for each in self._ask(path)]
        reached = {int(match[1]): int(each["value"]) + 1 for each in told if (match := _CURRENT_OFFSET.search(each["id"]))}
        return sum(max(before, reached.get(partition, 0)) for partition, before in enumerate(self._consumed_before))

    def _ask(self, path: str) -> Any:
        url = f"{self._address}/jobs/{self._id}" + (f"/{path}" if path else "")
        with urllib.request.urlopen(url, timeout=_ANSWER_S) as answer:  # noqa: S310 - on this machine
            return json.load(answer)

    def failure(self) -> str | None:
        """Why the job ended, if it did."""
        if not self._result.isDone():
            return None
        try:
            self._result.get()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the reason
            return _root_cause(error)
        return "the job has ended"

    def stop(self) -> None:
        if self.failure() is None:
            self._client.cancel().get()


class Flink:
    """The handlers of the requests."""

    def __init__(self) -> None:
        self._jvm, self._gateway = _start_jvm()
        self._fold = _load(_HERE / "folding.py").fold
        self._job: Job | None = None
        self._consumed = 0
        self._changed = self._asked = self._asked_gc = 0.0
        self._gc_s = 0.0

    def start(self, request: dict[str, Any]) -> None:
        if self._job is not None:
            raise RuntimeError("a flow is running already")
        program = request["program"]
        print(f"starting {json.dumps(program['flow'])}", file=sys.stderr, flush=True)
        self._consumed, self._asked = 0, 0.0
        self._job = Job(self._prepared(program).execute_sql(program["insert"]), program["consumed_before"])

    def explain(self, request: dict[str, Any]) -> dict[str, str]:
        program = request["program"]
        return {"plan": self._prepared(program).explain_sql(program["insert"])}

    def progress(self, _: dict[str, Any]) -> dict[str, Any]:
        """What the mini cluster tells, or told a moment ago; that its JVM is gone is the job's failure."""
        return self._answer(self._progress)

    def failure(self, _: dict[str, Any]) -> dict[str, Any]:
        """Whether the job still runs; it is asked often, and asks Flink for no metrics."""
        return self._answer(self._failure)

    def _answer(self, answer: Callable[[Job], dict[str, Any]]) -> dict[str, Any]:
        if self._job is None:
            return {"consumed": 0}
        try:
            return answer(self._job)
        except Exception:
            failure = self._death(_LAST_MOMENT_S) or self._job.failure()  # it may have ended while it was asked
            if failure is None:
                raise
            return {"consumed": self._consumed, "failure": failure}

    def _progress(self, job: Job) -> dict[str, Any]:
        told = self._failure(job)
        if told["failure"] is None and time.monotonic() - self._asked >= _CONSUMED_S:
            self._take(job.consumed())
            self._asked = time.monotonic()
        # What the sources have handed on is still on its way for a moment.
        return told | {"consumed": self._consumed, "is_busy": time.monotonic() - self._changed < _ON_THE_WAY_S}

    def _failure(self, job: Job) -> dict[str, Any]:
        if time.monotonic() - self._asked_gc >= _GC_S:
            self._gc_s, self._asked_gc = self._garbage_s(), time.monotonic()
        return {"failure": job.failure(), "figures": {"gc_s": self._gc_s}}

    def stop(self, _: dict[str, Any]) -> None:
        job, self._job = self._job, None
        if job is not None and self._death() is None:
            job.stop()

    def why(self, error: Exception) -> str:
        """The reason of an error: the JVM is gone, which may only just be happening, or what Java says."""
        return self._death(_LAST_MOMENT_S) or _root_cause(error)

    def _prepared(self, program: dict[str, Any]) -> Any:
        from pyflink.common import Configuration
        from pyflink.datastream import StreamExecutionEnvironment
        from pyflink.table import StreamTableEnvironment

        configuration = Configuration()
        for name, value in {"python.executable": sys.executable, **program["settings"]}.items():
            configuration.set_string(name, value)
        environment = StreamTableEnvironment.create(StreamExecutionEnvironment.get_execution_environment(configuration))
        for statement in program["statements"]:
            if isinstance(statement, str):
                environment.execute_sql(statement)
            else:
                self._fold(environment, statement, _HERE.parents[1])
        return environment

    def _take(self, consumed: int) -> None:
        if consumed > self._consumed:
            self._consumed, self._changed = consumed, time.monotonic()

    def _death(self, within_s: float = 0.0) -> str | None:
        """How the JVM ended, if it did."""
        try:
            code = self._jvm.wait(within_s)
        except subprocess.TimeoutExpired:
            return None
        how = _OUT_OF_MEMORY.get(code) or (signal.Signals(-code).name if code < 0 else f"exit code {code}")
        return f"Flink's JVM ended by itself: {how}"

    def _garbage_s(self) -> float:
        beans = self._gateway.jvm.java.lang.management.ManagementFactory.getGarbageCollectorMXBeans()
        return float(sum(max(0, bean.getCollectionTime()) for bean in beans)) / 1000


def _start_jvm() -> tuple["subprocess.Popen[bytes]", Any]:
    """The JVM, which PyFlink would let go of, and the line to it. What it says goes to the log, for else nobody would read it."""
    from pyflink import java_gateway

    launch, launched = java_gateway.launch_gateway_server_process, []

    def launch_and_keep(*arguments: Any) -> Any:
        launched.append(launch(*arguments))
        return launched[0]

    java_gateway.launch_gateway_server_process = launch_and_keep
    gateway = java_gateway.get_gateway()
    (jvm,) = launched
    threading.Thread(target=_to_log, args=(jvm.stderr,), name="what the JVM says", daemon=True).start()
    return jvm, gateway


def _to_log(said: BinaryIO) -> None:
    while part := os.read(said.fileno(), 65_536):
        os.write(2, part)


def make_jar(sources: Path, jar: Path) -> None:
    """Compile our Java with Janino, which Flink brings along for its own generated code: no JDK is needed."""
    from pyflink.java_gateway import get_gateway

    jvm = get_gateway().jvm
    resources = jvm.org.codehaus.commons.compiler.util.resource
    classes = jvm.java.util.HashMap()
    compiler = jvm.org.codehaus.janino.Compiler()
    compiler.setTargetVersion(_JAVA)
    compiler.setClassFileCreator(resources.MapResourceCreator(classes))
    texts = [resources.StringResource(path.name, path.read_text()) for path in sorted(sources.glob("*.java"))]
    array = get_gateway().new_array(resources.Resource, len(texts))
    for number, text in enumerate(texts):
        array[number] = text
    compiler.compile(array)
    with zipfile.ZipFile(jar, "w") as file:
        for name in classes:
            file.writestr(name, bytes(classes[name]))
        file.writestr("META-INF/services/org.apache.flink.table.factories.Factory", "\n".join(_FACTORIES))


def _rest_address(client: Any) -> str:
    """Where the job's mini cluster answers questions. Flink's client knows, but has no word for it."""
    field = client.getClass().getDeclaredField("miniCluster")
    field.setAccessible(True)
    return str(field.get(client).getRestAddress().get().toString())


def _root_cause(error: BaseException) -> str:
    """The last cause in a trace of Java's, which an error of Py4J or PyFlink has as its text."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    causes = [match[1] for line in lines if (match := _CAUSE.match(line))]
    return causes[-1] if causes else lines[0] if lines else type(error).__name__


@contextmanager
def _output_to_log() -> Iterator[None]:
    """The JVM keeps the standard output that it is started with, and ours is the line to the parent."""
    line = os.dup(1)
    os.dup2(2, 1)
    yield
    os.dup2(line, 1)
    os.close(line)


def _load(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    spec.loader.exec_module(module)  # type: ignore[union-attr]
    return module


def main() -> None:
    serving, sources, jar = sys.argv[1:]
    with _output_to_log():
        flink = Flink()
        make_jar(Path(sources), Path(jar))
    handlers = {each.__name__: each for each in (flink.start, flink.explain, flink.progress, flink.failure, flink.stop)}
    _load(Path(serving)).serve(handlers, why=flink.why)


if __name__ == "__main__":
    main()
