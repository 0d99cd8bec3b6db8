CREATE TEMPORARY SYSTEM FUNCTION SPREAD AS 'streamgauge.Spread';

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
SELECT `key` AS `key`, (CAST(1000000.0 AS DOUBLE) + `value`) AS `y`, _t, _time_ms
FROM `1 events`;

CREATE TEMPORARY VIEW `3 alike` AS
SELECT _key0 AS `key`, SPREAD(CAST(`y` AS DOUBLE), 'var_pop') AS `vp`, SPREAD(CAST(`y` AS DOUBLE), 'var_samp') AS `vs`, SPREAD(CAST(`y` AS DOUBLE), 'stddev_pop') AS `sp`, SPREAD(CAST(`y` AS DOUBLE), 'stddev_samp') AS `ss`, MAX(_t) AS _t, _key0
FROM (SELECT *, `key` AS _key0 FROM `2 select`)
GROUP BY _key0;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `vp` DOUBLE,
  `vs` DOUBLE,
  `sp` DOUBLE,
  `ss` DOUBLE,
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
SELECT `key`, `vp`, `vs`, `sp`, `ss`, _t, _key0
FROM `3 alike`;

