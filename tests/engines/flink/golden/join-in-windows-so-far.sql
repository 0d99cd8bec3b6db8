CREATE TEMPORARY SYSTEM FUNCTION MAX_BY AS 'streamgauge.MaxBy';

CREATE TEMPORARY SYSTEM FUNCTION TOP AS 'streamgauge.Top';

CREATE TEMPORARY SYSTEM FUNCTION SPREAD AS 'streamgauge.Spread';

CREATE TEMPORARY TABLE input (
  `key` STRING,
  `value` BIGINT,
  `at` BIGINT,
  _end BIGINT,
  _stamp TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL,
  _time AS TO_TIMESTAMP_LTZ(COALESCE(_end, `at`), 3),
  WATERMARK FOR _time AS _time - INTERVAL '0 00:00:05.001' DAY(3) TO SECOND(3)
) WITH (
  'connector' = 'kafka',
  'topic' = 'nowhere',
  'properties.bootstrap.servers' = '127.0.0.1:9',
  'scan.startup.mode' = 'earliest-offset',
  'scan.parallelism' = '1',
  'scan.topic-partition-discovery.interval' = '0',
  'format' = 'records',
  'records.optional' = '',
  'records.unread' = 'x:DOUBLE'
);

CREATE TEMPORARY VIEW `1 events` AS
SELECT `key`, `value`, CAST(NULL AS DOUBLE) AS `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, _time, `at` AS _time_ms
FROM input
WHERE _end IS NULL AND `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 odd` AS
SELECT *
FROM `1 events`
WHERE (MOD(`value`, NULLIF(CAST(2 AS BIGINT), CAST(0 AS BIGINT))) = CAST(1 AS BIGINT));

CREATE TEMPORARY VIEW `3 left` AS
SELECT `key` AS `key`, `value` AS `odd`, _t, _time, _time_ms
FROM `2 odd`;

CREATE TEMPORARY VIEW `4 big` AS
SELECT *
FROM `1 events`
WHERE (`value` > CAST(70 AS BIGINT));

CREATE TEMPORARY VIEW `5 right` AS
SELECT `key` AS `big_key`, `value` AS `big`, _t, _time, _time_ms
FROM `4 big`;

CREATE TEMPORARY VIEW `6 join` AS
SELECT l.`key`, l.`odd`, r.`big_key`, r.`big`, GREATEST(l._t, r._t) AS _t, l._time, l._time_ms
FROM `3 left` AS l
JOIN `5 right` AS r
ON l.`key` = r.`big_key` AND r._time BETWEEN l._time - INTERVAL '0 00:00:02.000' DAY(3) TO SECOND(3) AND l._time + INTERVAL '0 00:00:00.000' DAY(3) TO SECOND(3);

CREATE TEMPORARY VIEW `7 best` AS
SELECT `key`, `odd`, (EXTRACT(EPOCH FROM window_start) * 1000 + EXTRACT(MILLISECOND FROM window_start)) AS window_start, (EXTRACT(EPOCH FROM window_end) * 1000 + EXTRACT(MILLISECOND FROM window_end)) AS window_end, COUNT(*) AS `pairs`, MAX(`big`) AS `best`, MAX(_t) AS _t, window_start AS _window_start, window_end AS _window_end
FROM TABLE(TUMBLE(TABLE `6 join`, DESCRIPTOR(_time), INTERVAL '0 00:00:03.000' DAY(3) TO SECOND(3)))
GROUP BY `key`, `odd`, window_start, window_end;

CREATE TEMPORARY VIEW `8 so-far` AS
SELECT CASE WHEN NOT _key1 THEN _key0 END AS `key`, COUNT(*) AS `n`, SUM(`best`) AS `total`, AVG(CAST(`pairs` AS DOUBLE)) AS `mean`, COUNT(DISTINCT MOD(`best`, NULLIF(CAST(7 AS BIGINT), CAST(0 AS BIGINT)))) AS `kinds`, MAX_BY(`best`, `window_start`) AS `last`, TOP(`best`, CAST(3 AS BIGINT)) AS `top3`, SPREAD(CAST(`best` AS DOUBLE), 'stddev_pop') AS `spread`, MAX(_t) AS _t, _key0, _key1
FROM (SELECT *, COALESCE(`key`, '') AS _key0, (`key` IS NULL) AS _key1 FROM `7 best`)
GROUP BY _key0, _key1;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `n` BIGINT,
  `total` BIGINT,
  `mean` DOUBLE,
  `kinds` BIGINT,
  `last` BIGINT,
  `top3` ARRAY<BIGINT>,
  `spread` DOUBLE,
  _t BIGINT,
  _key0 STRING NOT NULL,
  _key1 BOOLEAN NOT NULL,
  PRIMARY KEY (_key0, _key1) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'properties.linger.ms' = '1',
  'topic' = 'nowhere',
  'properties.bootstrap.servers' = '127.0.0.1:9',
  'properties.max.request.size' = '16777216',
  'key.format' = 'json',
  'value.format' = 'json',
  'value.json.encode.ignore-null-fields' = 'true',
  'value.fields-include' = 'EXCEPT_KEY'
);

INSERT INTO output
SELECT `key`, `n`, `total`, `mean`, `kinds`, `last`, `top3`, `spread`, _t, _key0, _key1
FROM `8 so-far`;

