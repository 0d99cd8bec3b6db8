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

CREATE TEMPORARY VIEW `1 events` AS
SELECT `key`, `value`, CAST(NULL AS DOUBLE) AS `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, `at` AS _time_ms
FROM input
WHERE `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 dedup` AS
SELECT `key`, `value`, _t
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY `key`, `value` ORDER BY _now) AS _number FROM (SELECT `key`, `value`, _t, PROCTIME() AS _now FROM `1 events`))
WHERE _number = 1;

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
FROM `2 dedup`;

