"""WordCount, the Yahoo benchmark and two queries of NEXMark as an expert writes them in Flink SQL, with the intended time that
streamgauge needs; `{source}` and `{sink}` are where the topics are.

They read with Flink's own formats and write the columns that the generated statements write, by producers that linger as long.
Flink has no table of constants that can be looked up, so the Yahoo benchmark takes ours.
"""

import json

from streamgauge.engines.flink.endpoints import LINGER_MS
from streamgauge.streams.ysb import Ysb

_SOURCE = """'connector' = 'kafka', 'topic' = '{source}', 'properties.bootstrap.servers' = '{servers}',
  'scan.startup.mode' = 'earliest-offset'"""
_SINK = f"'topic' = '{{sink}}', 'properties.bootstrap.servers' = '{{servers}}', 'properties.linger.ms' = '{LINGER_MS}'"
_UPSERT = f"'connector' = 'upsert-kafka', {_SINK}, 'key.format' = 'json', 'value.format' = 'json'"
_INSERT = f"'connector' = 'kafka', {_SINK}, 'format' = 'json'"
_JSON = f"{_SOURCE}, 'format' = 'json', 'json.ignore-parse-errors' = 'true'"
_STAMP = "stamp TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL"
_T = "EXTRACT(EPOCH FROM stamp) * 1000 + EXTRACT(MILLISECOND FROM stamp)"

WORDCOUNT = (
    [
        f"CREATE TEMPORARY TABLE lines (sentence STRING, {_STAMP}) WITH ({_SOURCE}, 'format' = 'raw')",
        "CREATE TEMPORARY TABLE counts (word STRING, `count` BIGINT, _t BIGINT, PRIMARY KEY (word) NOT ENFORCED)"
        f" WITH ({_UPSERT})",
    ],
    f"""INSERT INTO counts SELECT word, COUNT(*), MAX({_T})
FROM lines CROSS JOIN UNNEST(SPLIT(sentence, ' ')) AS w(word) GROUP BY word""",
)


YSB = (
    [
        f"CREATE TEMPORARY TABLE events (ad_id STRING, event_type STRING, event_time STRING, {_STAMP}, now AS PROCTIME())"
        f" WITH ({_JSON})",
        "CREATE TEMPORARY TABLE campaigns (ad STRING, campaign STRING) WITH ('connector' = 'static-table', 'rows' ="
        f" '{json.dumps(Ysb(seed=1).campaign_table())}')",
        "CREATE TEMPORARY TABLE counts (campaign STRING, window_start BIGINT, window_end BIGINT, `count` BIGINT, _t BIGINT,"
        f" PRIMARY KEY (campaign, window_start) NOT ENFORCED) WITH ({_UPSERT})",
    ],
    f"""INSERT INTO counts SELECT campaign, since, since + 10000, COUNT(*), MAX({_T})
FROM (SELECT COALESCE(c.campaign, 'UNKNOWN AD') AS campaign, TRY_CAST(e.event_time AS BIGINT) / 10000 * 10000 AS since, e.stamp
  FROM events AS e LEFT JOIN campaigns FOR SYSTEM_TIME AS OF e.now AS c ON e.ad_id = c.ad WHERE e.event_type = 'view')
GROUP BY campaign, since""",
)

_EVENTS = f"""{_STAMP}, ts AS TO_TIMESTAMP_LTZ(COALESCE(_end, `dateTime`), 3),
  WATERMARK FOR ts AS ts - INTERVAL '{{delay}}' SECOND) WITH ({_JSON})"""

Q5 = (
    [
        f"CREATE TEMPORARY TABLE events (`type` STRING, auction BIGINT, `dateTime` BIGINT, _end BIGINT, {_EVENTS}",
        f"CREATE TEMPORARY TABLE hot (window_start BIGINT, auction BIGINT, num BIGINT, _t BIGINT) WITH ({_INSERT})",
        f"""CREATE TEMPORARY VIEW bids AS SELECT auction, ts, {_T} AS _t FROM events WHERE `type` = 'bid'""",
        """CREATE TEMPORARY VIEW counts AS SELECT auction, COUNT(*) AS num, MAX(_t) AS _t, window_start, window_end
FROM TABLE(HOP(TABLE bids, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND))
GROUP BY auction, window_start, window_end""",
    ],
    """INSERT INTO hot SELECT EXTRACT(EPOCH FROM c.window_start) * 1000, c.auction, c.num, c._t
FROM counts AS c JOIN (SELECT MAX(num) AS num, window_start, window_end FROM counts GROUP BY window_start, window_end) AS m
ON c.window_start = m.window_start AND c.window_end = m.window_end AND c.num >= m.num""",
)

Q8 = (
    [
        "CREATE TEMPORARY TABLE events (`type` STRING, id BIGINT, name STRING, seller BIGINT, reserve BIGINT, `dateTime` BIGINT,"
        f" _end BIGINT, {_EVENTS}",
        "CREATE TEMPORARY TABLE new_users (window_start BIGINT, id BIGINT, name STRING, reserve BIGINT, _t BIGINT)"
        f" WITH ({_INSERT})",
        f"CREATE TEMPORARY VIEW persons AS SELECT id, name, ts, {_T} AS _t FROM events WHERE `type` = 'person'",
        f"CREATE TEMPORARY VIEW auctions AS SELECT seller, reserve, ts, {_T} AS _t FROM events WHERE `type` = 'auction'",
    ],
    """INSERT INTO new_users SELECT EXTRACT(EPOCH FROM p.window_start) * 1000, p.id, p.name, a.reserve, GREATEST(p._t, a._t)
FROM (SELECT * FROM TABLE(TUMBLE(TABLE persons, DESCRIPTOR(ts), INTERVAL '10' SECOND))) AS p
JOIN (SELECT * FROM TABLE(TUMBLE(TABLE auctions, DESCRIPTOR(ts), INTERVAL '10' SECOND))) AS a
ON p.id = a.seller AND p.window_start = a.window_start AND p.window_end = a.window_end""",
)

HANDWRITTEN = {"wordcount": WORDCOUNT, "ysb": YSB, "nexmark-q5": Q5, "nexmark-q8": Q8}
