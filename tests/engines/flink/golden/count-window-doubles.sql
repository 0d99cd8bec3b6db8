CREATE TEMPORARY SYSTEM FUNCTION FORGETTING AS 'streamgauge.Forgetting';

CREATE TEMPORARY TABLE input (
  `key` STRING,
  `value` BIGINT,
  `x` DOUBLE,
  `at` BIGINT,
  _stamp TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL
) WITH (
  'connector' = 'kafka',
  'topic' = 'nowhere',
  'properties.bootstrap.servers' = '127.0.0.1:9',
  'scan.startup.mode' = 'earliest-offset',
  'scan.parallelism' = '1',
  'scan.topic-partition-discovery.interval' = '0',
  'format' = 'records',
  'records.optional' = '',
  'records.unread' = ''
);

CREATE TEMPORARY VIEW `1 events` AS
SELECT `key`, `value`, `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, `at` AS _time_ms
FROM input
WHERE `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 select` AS
SELECT `key` AS `key`, CASE WHEN (`value` > CAST(90 AS BIGINT)) THEN CAST(1e+17 AS DOUBLE) ELSE (CAST(`x` AS DOUBLE) / NULLIF(CAST(CAST(3 AS BIGINT) AS DOUBLE), CAST(0 AS DOUBLE))) END AS `y`, _t, _time_ms
FROM `1 events`;

CREATE TEMPORARY VIEW `3 last-doubles` AS
SELECT `key`, _number - 3 AS window_start, _number AS window_end, `total`, `mean`, `spread`, `whole`, _t
FROM (SELECT `key`, FORGETTING(CAST(`y` AS DOUBLE), 'sum') OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS `total`, FORGETTING(CAST(`y` AS DOUBLE), 'avg') OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS `mean`, FORGETTING(CAST(`y` AS DOUBLE), 'stddev_samp') OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS `spread`, FORGETTING(CAST(`y` AS DOUBLE), 'var_pop') OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS `whole`, MAX(_t) OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS _t, _number
FROM (SELECT *, COUNT(*) OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS _number FROM (SELECT *, PROCTIME() AS _now FROM `2 select`)))
WHERE _number >= 3 AND MOD(_number - 3, 1) = 0;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `window_start` BIGINT,
  `window_end` BIGINT,
  `total` DOUBLE,
  `mean` DOUBLE,
  `spread` DOUBLE,
  `whole` DOUBLE,
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
SELECT `key`, `window_start`, `window_end`, `total`, `mean`, `spread`, `whole`, _t
FROM `3 last-doubles`;

