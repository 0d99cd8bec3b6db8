CREATE TEMPORARY SYSTEM FUNCTION MIN_BY AS 'streamgauge.MinBy';

CREATE TEMPORARY SYSTEM FUNCTION SPREAD AS 'streamgauge.Spread';

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

CREATE TEMPORARY VIEW `2 aggregate` AS
SELECT _key0 AS `key`, MIN(`value`) AS `low`, MAX(`value`) AS `high`, MIN_BY(`value`, `x`) AS `least`, SPREAD(CAST(`x` AS DOUBLE), 'var_pop') AS `vp`, SPREAD(CAST(`x` AS DOUBLE), 'var_samp') AS `vs`, SPREAD(CAST(`x` AS DOUBLE), 'stddev_pop') AS `sp`, SPREAD(CAST(`x` AS DOUBLE), 'stddev_samp') AS `ss`, COUNT(DISTINCT MOD(`value`, NULLIF(CAST(7 AS BIGINT), CAST(0 AS BIGINT)))) AS `kinds`, COUNT(DISTINCT `value`) AS `about`, COUNT(`x`) AS `known`, MAX(_t) AS _t, _key0
FROM (SELECT *, `key` AS _key0 FROM `1 events`)
GROUP BY _key0;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `low` BIGINT,
  `high` BIGINT,
  `least` BIGINT,
  `vp` DOUBLE,
  `vs` DOUBLE,
  `sp` DOUBLE,
  `ss` DOUBLE,
  `kinds` BIGINT,
  `about` BIGINT,
  `known` BIGINT,
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
SELECT `key`, `low`, `high`, `least`, `vp`, `vs`, `sp`, `ss`, `kinds`, `about`, `known`, _t, _key0
FROM `2 aggregate`;

