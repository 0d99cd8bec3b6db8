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

CREATE TEMPORARY VIEW `1 events` AS
SELECT `key`, `value`, `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, `at` AS _time_ms
FROM input
WHERE `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 aggregate` AS
SELECT _key0 AS `key`, _key1 AS window_start, _key1 + 10000 AS window_end, COUNT(*) AS `n`, SUM(`value`) AS `total`, AVG(CAST(`x` AS DOUBLE)) AS `mean`, MAX_BY(`value`, `x`) AS `best`, TOP(`value`, CAST(2 AS BIGINT)) AS `top2`, MAX(_t) AS _t, _key0, _key1
FROM (SELECT *, `key` AS _key0, _window_start AS _key1 FROM (SELECT * FROM `1 events` CROSS JOIN UNNEST(ARRAY[(_time_ms - MOD(MOD(_time_ms, 2500) + 2500, 2500)) - 0, (_time_ms - MOD(MOD(_time_ms, 2500) + 2500, 2500)) - 2500, (_time_ms - MOD(MOD(_time_ms, 2500) + 2500, 2500)) - 5000, (_time_ms - MOD(MOD(_time_ms, 2500) + 2500, 2500)) - 7500]) AS w(_window_start) WHERE _window_start > _time_ms - 10000))
GROUP BY _key0, _key1;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `window_start` BIGINT,
  `window_end` BIGINT,
  `n` BIGINT,
  `total` BIGINT,
  `mean` DOUBLE,
  `best` BIGINT,
  `top2` ARRAY<BIGINT>,
  _t BIGINT,
  _key0 STRING NOT NULL,
  _key1 BIGINT NOT NULL,
  PRIMARY KEY (_key0, _key1) NOT ENFORCED
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
SELECT `key`, `window_start`, `window_end`, `n`, `total`, `mean`, `best`, `top2`, _t, _key0, _key1
FROM `2 aggregate`;

