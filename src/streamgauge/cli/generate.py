"""`streamgauge generate`: the wire records of a workload; with a topic and a rate, a sender of its own."""

import os
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from streamgauge.cli.options import Json, WorkloadOptions, file_to_write, positive
from streamgauge.cli.screen import print_json, say
from streamgauge.errors import RequestError
from streamgauge.workloads.base import ConfiguredWorkload

LAST_EVENT = 10**12  # of rates of 500/s, as of one wearer of IoT, due times leave 64 bits at 4.6 times as many


def generate_command(
    workload: str,
    /,
    *,
    events: int,
    from_: Annotated[int, Parameter(name="--from")] = 0,
    to: str = "-",
    rate: str = "max",
    client_settings: Path | None = None,
    lateness: Path | None = None,
    stop_with_stdin: Annotated[bool, Parameter(negative="", show=False)] = False,
    json: Json = False,
    options: WorkloadOptions | None = None,
) -> None:
    """Make the wire records of a workload.

    Parameters
    ----------
    workload:
        The workload's name; or that of a family whose workloads have one stream, such as nexmark.
    events:
        How many events.
    from_:
        The first event's number; any part of a stream can be made alone.
    to:
        A file, - for the screen, null to throw them away, or a topic as kafka://HOST:PORT/TOPIC.
    rate:
        Events per second, max, or a shape such as bursts:calm=2000,burst=20000,start=10,length=30,gap=20.
    client_settings:
        A properties file with settings for clients of your Kafka.
    lateness:
        A Parquet file for how late each batch was sent.
    json:
        Print a report of the sending as JSON.
    """
    from streamgauge.streams.rates import parse_rate
    from streamgauge.workloads.families import stream_of

    positive(events, "--events")
    if not 0 <= from_ <= LAST_EVENT - events:
        raise RequestError(f"there is no event number {from_ if from_ < 0 else from_ + events}", where="--from", fix="--from 0")
    configured = (options or WorkloadOptions()).plan(stream_of(workload)).configured()
    shape = parse_rate(rate)
    if json and to == "-":
        raise RequestError("records and report cannot both go to the screen", where="--json", fix="--to FILE")
    if lateness is not None:
        file_to_write(lateness, "--lateness")
    topic = _topic(to, client_settings)
    report = _send(configured, shape, topic, range(from_, from_ + events), _stop_flag(stop_with_stdin))
    if lateness is not None:
        from streamgauge.load.lateness_file import save_lateness

        save_lateness(report, lateness)
    _print(report, to, as_json=json)


def _topic(to: str, client_settings: Path | None) -> Any:
    if to == "-":
        from streamgauge.transport.endpoints import StdoutTopic

        return StdoutTopic()
    if to == "null":
        from streamgauge.transport.endpoints import NullTopic

        return NullTopic()
    if "://" in to:
        from streamgauge.transport.kafka.settings import ClientSettings
        from streamgauge.transport.kafka.topic import KafkaTopic

        return KafkaTopic.from_url(to, ClientSettings.read(client_settings) if client_settings else None)
    from streamgauge.transport.lines import LineFile

    return LineFile(file_to_write(Path(to), "--to"))


def _send(configured: ConfiguredWorkload, shape: Any, topic: Any, events: range, stop: Callable[[], bool]) -> Any:
    from streamgauge.load.sender import send
    from streamgauge.transport.lines import LineWriter
    from streamgauge.transport.placement import placement_for

    writer = _writer(topic, shape)
    try:
        report = send(
            configured.stream,
            shape,
            writer,
            placement=placement_for(configured.flow, topic.partitions),
            first_event=events.start,
            events=len(events),
            stop=stop,
        )
        writer.close()  # not after an error: closing is what makes a file visible, and then it must be whole
    except BaseException:
        if isinstance(writer, LineWriter):
            writer.abandon()
        raise
    return report


def _writer(topic: Any, shape: Any) -> Any:
    """Kafka's client keeps what the cluster has not taken: seconds of it at most, where a schedule has to be kept."""
    if not shape.is_paced:
        return topic.writer()
    from streamgauge.load.sender import queue_records
    from streamgauge.transport.kafka.topic import KafkaTopic

    return topic.writer(queue_records=queue_records(shape)) if isinstance(topic, KafkaTopic) else topic.writer()


def _stop_flag(with_stdin: bool) -> Callable[[], bool]:
    """With `with_stdin`, stop once our standard input closes: whoever started us has gone."""
    stopped = threading.Event()

    def watch() -> None:
        while os.read(0, 1024):  # not sys.stdin: its lock would be held by this thread when the interpreter ends
            pass
        stopped.set()

    if with_stdin:
        threading.Thread(target=watch, daemon=True).start()
    return stopped.is_set


def _print(report: Any, to: str, *, as_json: bool) -> None:
    if as_json:
        figures = {
            "to": to,
            "records": report.records,
            "start_ms": report.start_ms,
            "records_per_second": round(report.records_per_second, 1),
            "lateness": asdict(report.lateness) if report.is_paced else None,
            "stopped_early": report.was_stopped,
        }
        print_json("generate", figures)
    elif to != "-":
        late = f", 99 % within {report.lateness.p99_ms:.1f} ms of their time" if report.is_paced else ""
        say(f"{report.records:,} records to {to}, {report.records_per_second:,.0f}/s{late}")
