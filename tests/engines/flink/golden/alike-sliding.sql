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

CREATE TEMPORARY VIEW `2 select` AS
SELECT `key` AS `key`, (CAST(1000000.0 AS DOUBLE) + `value`) AS `y`, _t, _time, _time_ms
FROM `1 events`;

CREATE TEMPORARY VIEW `3 alike` AS
SELECT `key`, (EXTRACT(EPOCH FROM window_start) * 1000 + EXTRACT(MILLISECOND FROM window_start)) AS window_start, (EXTRACT(EPOCH FROM window_end) * 1000 + EXTRACT(MILLISECOND FROM window_end)) AS window_end, SPREAD(CAST(`y` AS DOUBLE), 'var_pop') AS `vp`, SPREAD(CAST(`y` AS DOUBLE), 'var_samp') AS `vs`, SPREAD(CAST(`y` AS DOUBLE), 'stddev_pop') AS `sp`, SPREAD(CAST(`y` AS DOUBLE), 'stddev_samp') AS `ss`, MAX(_t) AS _t, window_start AS _window_start, window_end AS _window_end
FROM TABLE(HOP(TABLE `2 select`, DESCRIPTOR(_time), INTERVAL '0 00:00:05.000' DAY(3) TO SECOND(3), INTERVAL '0 00:00:10.000' DAY(3) TO SECOND(3)))
GROUP BY `key`, window_start, window_end;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `window_start` BIGINT,
  `window_end` BIGINT,
  `vp` DOUBLE,
  `vs` DOUBLE,
  `sp` DOUBLE,
  `ss` DOUBLE,
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
SELECT `key`, `window_start`, `window_end`, `vp`, `vs`, `sp`, `ss`, _t
FROM `3 alike`;

