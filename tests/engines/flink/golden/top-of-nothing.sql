CREATE TEMPORARY SYSTEM FUNCTION TOP AS 'streamgauge.Top';

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
SELECT `key` AS `key`, `value` AS `value`, CASE WHEN (`value` < CAST(0 AS BIGINT)) THEN `value` ELSE NULL END AS `none`, _t, _time_ms
FROM `1 events`;

CREATE TEMPORARY VIEW `3 aggregate` AS
SELECT _key0 AS `key`, TOP(`none`, CAST(3 AS BIGINT)) AS `few`, ARRAY_SLICE(ARRAY_SORT(COALESCE(ARRAY_AGG(`none`) FILTER (WHERE `none` IS NOT NULL), ARRAY_REMOVE(ARRAY[CAST(NULL AS BIGINT)], CAST(NULL AS BIGINT))), FALSE), 1, 2000) AS `many`, ARRAY_SLICE(ARRAY_SORT(COALESCE(ARRAY_AGG(`value`) FILTER (WHERE `value` IS NOT NULL), ARRAY_REMOVE(ARRAY[CAST(NULL AS BIGINT)], CAST(NULL AS BIGINT))), FALSE), 1, 2000) AS `all`, MAX(_t) AS _t, _key0
FROM (SELECT *, `key` AS _key0 FROM `2 select`)
GROUP BY _key0;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `few` ARRAY<BIGINT>,
  `many` ARRAY<BIGINT>,
  `all` ARRAY<BIGINT>,
  _t BIGINT,
  _key0 STRING NOT NULL,
  PRIMARY KEY (_key0) NOT ENFORCED
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
SELECT `key`, `few`, `many`, `all`, _t, _key0
FROM `3 aggregate`;

