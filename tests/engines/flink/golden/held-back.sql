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

CREATE TEMPORARY VIEW `2 select` AS
SELECT `key` AS `key`, CASE WHEN (`value` > CAST(90 AS BIGINT)) THEN `value` ELSE NULL END AS `high`, CASE WHEN (`value` < CAST(10 AS BIGINT)) THEN `at` ELSE NULL END AS `low`, _t, _time_ms
FROM `1 events`;

CREATE TEMPORARY VIEW `3 aggregate` AS
SELECT _key0 AS `key`, MAX(`high`) AS `high`, MIN(`low`) AS `low`, COUNT(*) AS `n`, MAX(_t) AS _t, _key0
FROM (SELECT *, `key` AS _key0 FROM `2 select`)
GROUP BY _key0;

CREATE TEMPORARY VIEW `4 both` AS
SELECT *
FROM `3 aggregate`
WHERE ((NOT (`high` IS NULL)) AND (NOT (`low` IS NULL)));

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `high` BIGINT,
  `low` BIGINT,
  `n` BIGINT,
  _t BIGINT,
  _key0 STRING NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.linger.ms' = '1',
  'topic' = 'nowhere',
  'properties.bootstrap.servers' = '127.0.0.1:9',
  'properties.max.request.size' = '16777216',
  'key.format' = 'json',
  'key.fields' = '_key0',
  'value.format' = 'json',
  'value.json.encode.ignore-null-fields' = 'true',
  'value.fields-include' = 'EXCEPT_KEY'
);

INSERT INTO output
SELECT `key`, `high`, `low`, `n`, _t, _key0
FROM TO_CHANGELOG(input => TABLE `4 both`, op_mapping => MAP['INSERT, UPDATE_AFTER', 'written']);

