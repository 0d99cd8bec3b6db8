"""NEXMark: the queries of an auction site, q0 to q9 and q11 to q13 as Apache Beam means them, q14 to q22 as Flink SQL does.

`docs/nexmark.md` says what each of them writes, and where the two meanings differ.
"""

from streamgauge.workloads.nexmark import hot, joined, plain, ranked, sessions, statistics, winning

_FAMILIES = (plain, joined, hot, winning, sessions, statistics, ranked)

WORKLOADS = tuple(query.workload() for family in _FAMILIES for query in family.QUERIES)
