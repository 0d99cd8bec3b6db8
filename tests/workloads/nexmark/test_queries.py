"""Every query: the reference, the plain answer and the oracle agree; the golden digests stay."""

import hashlib
import json
from collections import Counter
from typing import Any

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.experiments.lab import expected_answer
from streamgauge.flow.answer import Answer
from streamgauge.flow.answer_file import answer_lines
from streamgauge.flow.marks import COPIES
from streamgauge.workloads import load_workload, workloads
from tests.oracle.agree import assert_agree

from .plain_answers import COLUMNS, PLAIN

NAMES = [name for name in workloads() if name.startswith("nexmark-")]

# Of the answers to 100,000 events of seed 1, as files; those to 10,000 are with all other workloads'.
DIGESTS: dict[str, str] = {
    "nexmark-q0": "35074d6c6171b0efa83fb8b71c35014903d90a5b072578ed0dc2127cf65c8bba",
    "nexmark-q1": "0f3dd100b992c668f4b4f5280e374a09a56db41e451200699be1c6085acc1961",
    "nexmark-q10": "078c8e50dc02a521963eb4e794fa9681688514fd1b1051659aed696aeb774893",
    "nexmark-q11": "1ad6a3791df874093515af731d93dfcd149afdc607c144f60812b989f22328e4",
    "nexmark-q12": "03a483b0f3b346f4918866dd0032df646394ffd7eb6279625a8306f9c6a91172",
    "nexmark-q13": "233199bc5c7449b715b5db1406070685a4825217b1e618568f2e25b7b3309722",
    "nexmark-q14": "2d0218ea42e48ee4f80a4a45f67d03dfdc186b699147689e709e9df36d0aeec4",
    "nexmark-q15": "1c7f7db62dd9005e05d7c4ba23eede738714e6c6a55c1bda037fa04118769eea",
    "nexmark-q16": "ae1de7a52a59ce9e78da2876eaf4d1d61ec4cb8d9fa670e33b033dd4d956a768",
    "nexmark-q17": "f53e62ec6e9c1887cf3cf290fab2a9dc9bb9a783bee89f1b2e3cdecf51bb5d18",
    "nexmark-q18": "1221893acb513e5aa0f436962d5fc1633ea6e5a91b648486684fa89a45ffcf26",
    "nexmark-q19": "f7f869992a394053482d9a9451bc970806dc670056ae916dc5b8b39b28bd7efb",
    "nexmark-q2": "62c4b2a5c7d40247375db2c13de1d3e5cef93ede10f33ee17eb8fed05c3e2654",
    "nexmark-q20": "02d1cad4e440f02dd63f6ad37af94badf5b6e1ea2fc8c3c2558703e8ea9f9820",
    "nexmark-q21": "b83f529ded567c802966e0b34004603dc002daa8b075be39c40df70fa71d3fcb",
    "nexmark-q22": "98f1a0cd26d5af1337d2c573a4ca1267036d22ba1b2951a9114b3534536a438d",
    "nexmark-q23": "ff70b49489d6027dca158fcb94003891cdd9c9188d3027f96a49fbad1a932c59",
    "nexmark-q3": "bb1d9058119fa40e40438930ca93cddb53024da9522cec19e56c8aa682e80b5b",
    "nexmark-q4": "c90099c108ecb5a12f0836272a654ebef914c21e351bf5697b81861c8e9eb9b3",
    "nexmark-q5": "fb0dfcf440016a5dd9c92ee449b38b01628594bafa2bf02fe068ad6bb597d699",
    "nexmark-q6": "92ee6d2fa27130bab62d0c3b87ca6111aa856f6d65242ede60d509ead82a3033",
    "nexmark-q7": "dee32904a1889c45ef51e77c0a24959880db3ccab4f83d4636e71b5b41234159",
    "nexmark-q8": "ab9153f6d71a9ecbfa6855fb0d9dac8ea7f145c878bf99bbadd43a136f17650d",
    "nexmark-q9": "734b0f2084741225929f513efce11f5988218aa082590dd89a06b5c34fa18bfa",
}

STREAMS: dict[str, dict[str, str]] = {
    "in order": {},
    "slow": {"first_event_rate": "25", "next_event_rate": "25", "first_event_id": "40000"},
    "out of order": {"out_of_order_group_size": "500"},
    "late": {"late_share": "0.2", "late_ms": "700", "out_of_order_group_size": "7", "first_event_id": "123456"},
    "sine": {"first_event_rate": "2000", "next_event_rate": "200", "rate_period_sec": "3", "generators": "2"},
}


def rows_of(answer: Answer, number: int) -> Counter[tuple[Any, ...]]:
    names, rows = COLUMNS[number].split(), Counter[tuple[Any, ...]]()
    for row in answer:
        rows[tuple(row[name] for name in names)] += row.get(COPIES, 1)
    return rows


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("number", COLUMNS)
def test_the_reference_gives_the_plain_answer(number: int, stream: str) -> None:
    configured = load_workload(f"nexmark-q{number}").configured(STREAMS[stream] | {"channels": "yes"}, seed=3)
    records = configured.stream.records(0, 6000)
    expected = Counter(PLAIN[number]([json.loads(record) for record in records]))
    assert rows_of(evaluate(configured.flow, records), number) == expected
    assert expected


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("stream", ["in order", "late"])
def test_the_oracle_agrees(name: str, stream: str) -> None:
    configured = load_workload(name).configured(STREAMS[stream], seed=1)
    assert len(assert_agree(configured.flow, configured.stream.records(0, 10_000)))


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_to_many_events_never_changes(name: str) -> None:
    answer = expected_answer(load_workload(name).configured({}, seed=1), 100_000)
    assert hashlib.sha256(b"".join(answer_lines(answer))).hexdigest() == DIGESTS.get(name)
