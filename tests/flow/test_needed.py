"""Which columns are read behind a step."""

from streamgauge.flow import LONG, STRING, Aggregate, Emission, Filter, Flow, Schema, Select, Sink, Source, Step, WireFormat
from streamgauge.flow.needed import needed_columns

SOURCE = Source(Schema.of(key=STRING, value=LONG, other=STRING, at=LONG), WireFormat.JSON, event_time="at")


def needed_of_source(step: Step) -> tuple[str, ...]:
    return needed_columns(Flow("needed", Sink(step)), SOURCE)


def test_what_is_written_is_read() -> None:
    assert needed_of_source(SOURCE) == ("key", "value", "other", "at")


def test_what_a_filter_asks_is_read_beside_what_passes_it() -> None:
    assert needed_of_source(Select(Filter(SOURCE, "value > 3"), {"key": "key"})) == ("key", "value")


def test_a_step_that_works_something_out_reads_for_it_though_nobody_reads_that() -> None:
    worked_out = Select(SOURCE, {"key": "key", "more": "value + 1"}, name="worked-out")
    flow = Flow("needed", Sink(Select(worked_out, {"key": "key"})))
    assert needed_columns(flow, worked_out) == ("key",)
    assert needed_columns(flow, SOURCE) == ("key", "value")


def test_a_row_of_which_nothing_is_read_has_one_column_all_the_same() -> None:
    assert needed_of_source(Aggregate(SOURCE, (), {"count": "count(*)"}, Emission.UPDATE)) == ("key",)
