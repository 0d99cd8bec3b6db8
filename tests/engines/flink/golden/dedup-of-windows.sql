CREATE TEMPORARY SYSTEM FUNCTION MAX_BY AS 'streamgauge.MaxBy';

CREATE TEMPORARY SYSTEM FUNCTION TOP AS 'streamgauge.Top';

CREATE TEMPORARY TABLE input (
  `key` STRING,
  `value` BIGINT,
  `x` DOUBLE,
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
  'records.unread' = ''
);

CREATE TEMPORARY VIEW `1 events` AS
SELECT `key`, `value`, `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, _time, `at` AS _time_ms
FROM input
WHERE _end IS NULL AND `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 aggregate` AS
SELECT `key`, (EXTRACT(EPOCH FROM window_start) * 1000 + EXTRACT(MILLISECOND FROM window_start)) AS window_start, (EXTRACT(EPOCH FROM window_end) * 1000 + EXTRACT(MILLISECOND FROM window_end)) AS window_end, COUNT(*) AS `n`, SUM(`value`) AS `total`, AVG(CAST(`x` AS DOUBLE)) AS `mean`, MAX_BY(`value`, `x`) AS `best`, TOP(`value`, CAST(2 AS BIGINT)) AS `top2`, MAX(_t) AS _t, window_start AS _window_start, window_end AS _window_end
FROM TABLE(TUMBLE(TABLE `1 events`, DESCRIPTOR(_time), INTERVAL '0 00:00:10.000' DAY(3) TO SECOND(3)))
GROUP BY `key`, window_start, window_end;

CREATE TEMPORARY VIEW `3 dedup` AS
SELECT `key`, `n`, _t
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY `key`, `n` ORDER BY _now) AS _number FROM (SELECT `key`, `n`, _t, PROCTIME() AS _now FROM `2 aggregate`))
WHERE _number = 1;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `n` BIGINT,
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
SELECT `key`, `n`, _t
FROM `3 dedup`;

