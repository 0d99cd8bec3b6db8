"""The conformance kit on our own engines: answers."""

from streamgauge.testing import AnswerTests
from streamgauge.testing.step_flows import FLOWS
from streamgauge.workloads import workloads

from .claims import CALLS, CLAIMS


class TestAnswers(AnswerTests):
    pass


def test_every_refusal_names_something_that_is_there() -> None:
    known = {*workloads(), *FLOWS, *CALLS}
    assert all(claims.never | claims.not_yet <= known for claims in CLAIMS.values())
    assert not set(workloads()) & set(FLOWS)
