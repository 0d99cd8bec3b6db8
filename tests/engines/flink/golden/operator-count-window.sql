CREATE TEMPORARY TABLE input (
  `key` STRING,
  `value` BIGINT,
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
  'records.unread' = 'x:DOUBLE'
);

CREATE TEMPORARY VIEW `1 readings` AS
SELECT `key`, `value`, CAST(NULL AS DOUBLE) AS `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, `at` AS _time_ms
FROM input
WHERE `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 aggregate` AS
SELECT `key`, _number - 3 AS window_start, _number AS window_end, `count`, `total`, _t
FROM (SELECT `key`, COUNT(*) OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS `count`, SUM(`value`) OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS `total`, MAX(_t) OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS _t, _number
FROM (SELECT *, COUNT(*) OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS _number FROM (SELECT *, PROCTIME() AS _now FROM `1 readings`)))
WHERE _number >= 3 AND MOD(_number - 3, 1) = 0;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `window_start` BIGINT,
  `window_end` BIGINT,
  `count` BIGINT,
  `total` BIGINT,
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
SELECT `key`, `window_start`, `window_end`, `count`, `total`, _t
FROM `2 aggregate`;

