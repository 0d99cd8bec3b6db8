"""Random flows: the reference and the oracle agree, the order of arrival does not matter, and the JSON form loses nothing.

STREAMGAUGE_RANDOM_FLOWS=1000 tries that many instead of the few that a test run can afford.
"""

import os

from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis import strategies as st

from streamgauge.engines.reference import evaluate
from streamgauge.errors import DataError
from streamgauge.flow import Identification
from streamgauge.flow.answer import compare
from streamgauge.flow.json_form import from_json, to_json

from .agree import assert_agree
from .random_flows import random_case

GIVEN = os.environ.get("STREAMGAUGE_RANDOM_FLOWS")

# The few are the same in every run, so that a change is what makes them fail; the many are new ones each time.
random_flows = settings(
    max_examples=int(GIVEN or 200),
    derandomize=GIVEN is None,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
seeds = st.integers(0, 2**64 - 1)


@given(seed=seeds)
@random_flows
def test_the_oracle_agrees_with_the_reference(seed: int) -> None:
    case = random_case(seed)
    try:
        assert_agree(case.flow, case.records)
    except DataError:
        reject()  # an error in the reference: there is no answer


@given(seed=seeds)
@random_flows
def test_the_order_of_arrival_does_not_matter(seed: int) -> None:
    case = random_case(seed)
    if case.flow.identification is Identification.ORIGIN or case.flow.is_order_sensitive:
        return
    try:
        in_order, as_given = evaluate(case.flow, case.in_order), evaluate(case.flow, case.records)
    except DataError:
        reject()
    comparison = compare(in_order, as_given)
    assert comparison.equal, "\n".join(comparison.examples)


@given(seed=seeds)
@random_flows
def test_the_json_form_is_read_back_equal(seed: int) -> None:
    flow = random_case(seed).flow
    assert from_json(to_json(flow)) == flow
