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

CREATE TEMPORARY VIEW `2 odd` AS
SELECT *
FROM `1 events`
WHERE (MOD(`value`, NULLIF(CAST(2 AS BIGINT), CAST(0 AS BIGINT))) = CAST(1 AS BIGINT));

CREATE TEMPORARY VIEW `3 left` AS
SELECT `key` AS `key`, `value` AS `odd`, _t, _time_ms
FROM `2 odd`;

CREATE TEMPORARY VIEW `4 big` AS
SELECT *
FROM `1 events`
WHERE (`value` > CAST(70 AS BIGINT));

CREATE TEMPORARY VIEW `5 right` AS
SELECT `key` AS `big_key`, `value` AS `big`, _t, _time_ms
FROM `4 big`;

CREATE TEMPORARY VIEW `6 join` AS
SELECT l.`key`, l.`odd`, r.`big_key`, r.`big`, GREATEST(l._t, r._t) AS _t
FROM `3 left` AS l
JOIN `5 right` AS r
ON l.`key` = r.`big_key`;

CREATE TEMPORARY VIEW `7 aggregate` AS
SELECT CASE WHEN NOT _key1 THEN _key0 END AS `key`, COUNT(*) AS `pairs`, MAX(`big`) AS `most`, MAX(_t) AS _t, _key0, _key1
FROM (SELECT *, COALESCE(`key`, '') AS _key0, (`key` IS NULL) AS _key1 FROM `6 join`)
GROUP BY _key0, _key1;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `pairs` BIGINT,
  `most` BIGINT,
  _t BIGINT,
  _key0 STRING NOT NULL,
  _key1 BOOLEAN NOT NULL,
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
SELECT `key`, `pairs`, `most`, _t, _key0, _key1
FROM `7 aggregate`;

