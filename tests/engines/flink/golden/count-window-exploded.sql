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

CREATE TEMPORARY VIEW `2 filter` AS
SELECT *
FROM `1 events`
WHERE (`value` > CAST(10 AS BIGINT));

CREATE TEMPORARY VIEW `3 explode` AS
SELECT `key`, `value`, `x`, `at`, `letter`, _t, _time_ms
FROM `2 filter` CROSS JOIN UNNEST(CASE WHEN 'a b c' = '' THEN ARRAY[CAST('' AS STRING)] ELSE SPLIT('a b c', ' ') END) AS e(`letter`);

CREATE TEMPORARY VIEW `4 last-five` AS
SELECT `key`, _number - 5 AS window_start, _number AS window_end, `n`, `total`, `mean`, _t
FROM (SELECT `key`, COUNT(*) OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS `n`, SUM(`value`) OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS `total`, FORGETTING(CAST(`x` AS DOUBLE), 'avg') OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS `mean`, MAX(_t) OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS _t, _number
FROM (SELECT *, COUNT(*) OVER (PARTITION BY `key` ORDER BY _now ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS _number FROM (SELECT *, PROCTIME() AS _now FROM `3 explode`)))
WHERE _number >= 5 AND MOD(_number - 5, 2) = 0;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `window_start` BIGINT,
  `window_end` BIGINT,
  `n` BIGINT,
  `total` BIGINT,
  `mean` DOUBLE,
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
SELECT `key`, `window_start`, `window_end`, `n`, `total`, `mean`, _t
FROM `4 last-five`;

