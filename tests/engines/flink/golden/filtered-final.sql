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

CREATE TEMPORARY TABLE `table of lookup` (
  _id STRING NOT NULL,
  `colour` STRING,
  `weight` BIGINT,
  PRIMARY KEY (_id) NOT ENFORCED
) WITH (
  'connector' = 'static-table',
  'rows' = '[["k0", "red", 1], ["k1", null, 2], ["k2", "it''s", null]]'
);

CREATE TEMPORARY VIEW `1 events` AS
SELECT `key`, `value`, CAST(NULL AS DOUBLE) AS `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, _time, `at` AS _time_ms
FROM input
WHERE _end IS NULL AND `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 filter` AS
SELECT *
FROM `1 events`
WHERE (`value` > CAST(50 AS BIGINT));

CREATE TEMPORARY VIEW `3 lookup` AS
SELECT l.`key`, l.`value`, l.`x`, l.`at`, r.`colour`, r.`weight`, l._t, l._time, l._time_ms
FROM (SELECT *, PROCTIME() AS _now FROM `2 filter`) AS l
JOIN `table of lookup` FOR SYSTEM_TIME AS OF l._now AS r ON l.`key` = r._id;

CREATE TEMPORARY VIEW `4 aggregate` AS
SELECT `colour`, (EXTRACT(EPOCH FROM window_start) * 1000 + EXTRACT(MILLISECOND FROM window_start)) AS window_start, (EXTRACT(EPOCH FROM window_end) * 1000 + EXTRACT(MILLISECOND FROM window_end)) AS window_end, COUNT(*) AS `n`, MAX(_t) AS _t, window_start AS _window_start, window_end AS _window_end
FROM TABLE(TUMBLE(TABLE `3 lookup`, DESCRIPTOR(_time), INTERVAL '0 00:00:10.000' DAY(3) TO SECOND(3)))
GROUP BY `colour`, window_start, window_end;

CREATE TEMPORARY TABLE output (
  `colour` STRING,
  `window_start` BIGINT,
  `window_end` BIGINT,
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
SELECT `colour`, `window_start`, `window_end`, `n`, _t
FROM `4 aggregate`;

