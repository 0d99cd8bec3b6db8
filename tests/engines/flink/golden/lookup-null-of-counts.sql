CREATE TEMPORARY SYSTEM FUNCTION MAX_BY AS 'streamgauge.MaxBy';

CREATE TEMPORARY SYSTEM FUNCTION TOP AS 'streamgauge.Top';

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
SELECT `key`, `value`, `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, `at` AS _time_ms
FROM input
WHERE `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 aggregate` AS
SELECT _key0 AS `key`, COUNT(*) AS `n`, SUM(`value`) AS `total`, AVG(CAST(`x` AS DOUBLE)) AS `mean`, MAX_BY(`value`, `x`) AS `best`, TOP(`value`, CAST(2 AS BIGINT)) AS `top2`, MAX(_t) AS _t, _key0
FROM (SELECT *, `key` AS _key0 FROM `1 events`)
GROUP BY _key0;

CREATE TEMPORARY VIEW `3 lookup` AS
SELECT l.`key`, l.`n`, l.`total`, l.`mean`, l.`best`, l.`top2`, r.`colour`, r.`weight`, l._t, l._key0
FROM (SELECT *, PROCTIME() AS _now FROM `2 aggregate`) AS l
LEFT JOIN `table of lookup` FOR SYSTEM_TIME AS OF l._now AS r ON l.`key` = r._id;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `n` BIGINT,
  `total` BIGINT,
  `mean` DOUBLE,
  `best` BIGINT,
  `top2` ARRAY<BIGINT>,
  `colour` STRING,
  `weight` BIGINT,
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
SELECT `key`, `n`, `total`, `mean`, `best`, `top2`, `colour`, `weight`, _t, _key0
FROM `3 lookup`;

