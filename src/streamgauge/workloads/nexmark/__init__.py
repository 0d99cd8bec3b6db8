"""NEXMark: the queries of an auction site, q0 to q13 as Apache Beam means them, q14 to q23 as Flink SQL does.

`docs/nexmark.md` says what each of them writes, and where the two meanings differ.
"""

from streamgauge.workloads.families import Family
from streamgauge.workloads.nexmark import arrivals, closed, hot, joined, logged, plain, ranked, sessions, statistics, winning

_KINDS = (plain, joined, closed, hot, winning, logged, sessions, arrivals, statistics, ranked)

WORKLOADS = tuple(query.workload() for kind in _KINDS for query in kind.QUERIES)

# Beam's smoke test has 100,000 events, our standard; its stress test a hundred times as many.
_EVENTS = {"smoke": 10_000, "standard": 100_000, "stress": 1_000_000}

FAMILIES = tuple(
    Family(f"nexmark-{size}", tuple(f"nexmark-q{number}" for number in range(24)), events) for size, events in _EVENTS.items()
)
