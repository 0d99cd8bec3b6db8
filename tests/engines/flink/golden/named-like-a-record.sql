CREATE TEMPORARY TABLE input (
  `key` STRING,
  `value` BIGINT,
  `timestamp` BIGINT,
  `offset` BIGINT,
  `partition` BIGINT,
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
  'records.optional' = 'timestamp;offset;partition',
  'records.unread' = ''
);

CREATE TEMPORARY VIEW `1 records` AS
SELECT `key`, `value`, `timestamp`, `offset`, `partition`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, _partition, _offset
FROM input
WHERE `value` IS NOT NULL;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `value` BIGINT,
  `timestamp` BIGINT,
  `offset` BIGINT,
  `partition` BIGINT,
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
SELECT `key`, `value`, `timestamp`, `offset`, `partition`, _t, ARRAY[CAST(_partition AS BIGINT), CAST(_offset AS BIGINT)]
FROM `1 records`;

