"""The reference and the oracle on one input."""

from streamgauge.engines.oracle import answer_by_duckdb
from streamgauge.engines.reference import evaluate
from streamgauge.flow import Flow
from streamgauge.flow.answer import Answer, compare


def assert_agree(flow: Flow, records: list[bytes]) -> Answer:
    """Both give one answer, which is returned; the message shows where they differ."""
    expected, observed = evaluate(flow, records), answer_by_duckdb(flow, records)
    comparison = compare(expected, observed)
    assert comparison.equal, "\n".join(comparison.examples)
    assert observed.broken == expected.broken
    return expected
