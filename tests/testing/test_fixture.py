"""The fixture of the kit: claims are about what there is."""

import pytest

from streamgauge.errors import RequestError
from streamgauge.testing import Claims, engine_fixture


@pytest.mark.parametrize("claims", [Claims(only={"grpe"}), Claims(never={"grpe"}), Claims(not_yet={"grpe"})])
def test_a_mistyped_claim_is_refused_with_the_nearest_name(claims: Claims) -> None:
    with pytest.raises(RequestError, match="no workload and no flow 'grpe'") as refused:
        engine_fixture("toy", claims)
    assert refused.value.fix == "did you mean 'grep'?"


def test_workloads_steps_and_texts_can_be_claimed() -> None:
    engine_fixture("toy", Claims(only={"grep"}, never={"tumbling-final"}, not_yet={"long-words", "nulls", "all", "counts"}))
