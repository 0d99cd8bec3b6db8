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

CREATE TEMPORARY VIEW `2 before fold` AS
SELECT JSON_ARRAY(`key` NULL ON NULL) AS _group, `key`, `at`, `x`, `_t`, `value` AS _argument0
FROM `1 events`;

-- {"fold": "`2 before fold`", "into": "`2 fold`", "columns": [["key", "STRING"], ["at", "BIGINT"], ["x", "DOUBLE"], ["_t", "BIGINT"], ["number", "BIGINT"], ["value", "BIGINT"], ["change", "BIGINT"]], "passing": 4, "kernel": "change", "parameters": {}}

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `at` BIGINT,
  `x` DOUBLE,
  `number` BIGINT,
  `value` BIGINT,
  `change` BIGINT,
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
SELECT `key`, `at`, `x`, `number`, `value`, `change`, _t
FROM `2 fold`;

