CREATE TEMPORARY TABLE input (
  `key` STRING,
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
  'records.unread' = 'value:BIGINT'
);

CREATE TEMPORARY VIEW `1 events` AS
SELECT `key`, CAST(NULL AS BIGINT) AS `value`, `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, `at` AS _time_ms
FROM input
WHERE `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 before smoothed` AS
SELECT JSON_ARRAY(`key` NULL ON NULL) AS _group, `key`, `_t`, (`x` + CAST(1.0 AS DOUBLE)) AS _argument0
FROM `1 events`;

-- {"fold": "`2 before smoothed`", "into": "`2 smoothed`", "columns": [["key", "STRING"], ["_t", "BIGINT"], ["number", "BIGINT"], ["value", "DOUBLE"], ["smoothed", "DOUBLE"]], "passing": 2, "kernel": "smooth", "parameters": {"alpha": 0.25}}

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `number` BIGINT,
  `value` DOUBLE,
  `smoothed` DOUBLE,
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
SELECT `key`, `number`, `value`, `smoothed`, _t
FROM `2 smoothed`;

