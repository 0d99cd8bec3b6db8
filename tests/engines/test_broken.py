"""The conformance kit on our own engines: broken records."""

from streamgauge.engines.reference import evaluate
from streamgauge.testing import BrokenRecordTests
from streamgauge.testing.broken import BROKEN, IDENTITY, mixed


class TestBrokenRecords(BrokenRecordTests):
    pass


def test_the_reference_counts_them_with_their_numbers() -> None:
    answer = evaluate(IDENTITY, mixed())
    assert answer.broken == list(range(1, 2 * len(BROKEN), 2))
    assert len(answer) == 60
