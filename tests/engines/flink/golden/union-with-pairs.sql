CREATE TEMPORARY TABLE input (
  `key` STRING,
  `value` BIGINT,
  `at` BIGINT,
  _stamp TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL,
  _time AS TO_TIMESTAMP_LTZ(`at`, 3),
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
WHERE `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 rows` AS
SELECT `key` AS `key`, `value` AS `value`, _t, _time, _time_ms
FROM `1 events`;

CREATE TEMPORARY VIEW `3 odd` AS
SELECT *
FROM `1 events`
WHERE (MOD(`value`, NULLIF(CAST(2 AS BIGINT), CAST(0 AS BIGINT))) = CAST(1 AS BIGINT));

CREATE TEMPORARY VIEW `4 left` AS
SELECT `key` AS `key`, `value` AS `odd`, _t, _time, _time_ms
FROM `3 odd`;

CREATE TEMPORARY VIEW `5 big` AS
SELECT *
FROM `1 events`
WHERE (`value` > CAST(70 AS BIGINT));

CREATE TEMPORARY VIEW `6 right` AS
SELECT `key` AS `big_key`, `value` AS `big`, _t, _time, _time_ms
FROM `5 big`;

CREATE TEMPORARY VIEW `7 join` AS
SELECT l.`key`, l.`odd`, r.`big_key`, r.`big`, GREATEST(l._t, r._t) AS _t
FROM `4 left` AS l
JOIN `6 right` AS r
ON l.`key` = r.`big_key` AND r._time BETWEEN l._time - INTERVAL '0 00:00:00.300' DAY(3) TO SECOND(3) AND l._time + INTERVAL '0 00:00:01.000' DAY(3) TO SECOND(3);

CREATE TEMPORARY VIEW `8 pairs` AS
SELECT `key` AS `key`, (`odd` + `big`) AS `value`, _t
FROM `7 join`;

CREATE TEMPORARY VIEW `9 union` AS
SELECT `key`, `value`, _t
FROM `2 rows`
UNION ALL
SELECT `key`, `value`, _t
FROM `8 pairs`;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `value` BIGINT,
  _t BIGINT
) WITH (
  'connector' = 'kafka',
  'properties.linger.ms' = '1',
  'topic' = 'nowhere',
  'properties.bootstrap.servers' = '127.0.0.1:9',
  'properties.max.request.size' = '16777216',
  'value.format' = 'json',
  'value.json.encode.ignore-null-fields' = 'true'
);

INSERT INTO output
SELECT `key`, `value`, _t
FROM `9 union`;

