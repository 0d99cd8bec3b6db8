CREATE TEMPORARY TABLE input (
  `key` STRING,
  `value` BIGINT,
  `x` DOUBLE,
  `at` BIGINT,
  _stamp TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL,
  _partition INT METADATA FROM 'partition' VIRTUAL,
  _offset BIGINT METADATA FROM 'offset' VIRTUAL
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

CREATE TEMPORARY VIEW `1 readings` AS
SELECT `key`, `value`, `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, _partition, _offset
FROM input
WHERE `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 explode` AS
SELECT `key`, `value`, `x`, `at`, `word`, _t, _partition, _offset, _position - 1 AS _ordinal0
FROM `1 readings` CROSS JOIN UNNEST(CASE WHEN ((`key` || ' ') || `key`) = '' THEN ARRAY[CAST('' AS STRING)] ELSE SPLIT(((`key` || ' ') || `key`), ' ') END) WITH ORDINALITY AS e(`word`, _position);

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `value` BIGINT,
  `x` DOUBLE,
  `at` BIGINT,
  `word` STRING,
  _t BIGINT,
  _o ARRAY<BIGINT>
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
SELECT `key`, `value`, `x`, `at`, `word`, _t, ARRAY[CAST(_partition AS BIGINT), CAST(_offset AS BIGINT), CAST(_ordinal0 AS BIGINT)]
FROM `2 explode`;

