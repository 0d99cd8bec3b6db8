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
SELECT `key`, `value`, `x`, `at`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, _partition, _offset
FROM input
WHERE `at` IS NOT NULL;

CREATE TEMPORARY VIEW `2 lookup` AS
SELECT l.`key`, l.`value`, l.`x`, l.`at`, r.`colour`, r.`weight`, l._t, l._partition, l._offset
FROM (SELECT *, PROCTIME() AS _now FROM `1 events`) AS l
JOIN `table of lookup` FOR SYSTEM_TIME AS OF l._now AS r ON l.`key` = r._id;

CREATE TEMPORARY TABLE output (
  `key` STRING,
  `value` BIGINT,
  `x` DOUBLE,
  `at` BIGINT,
  `colour` STRING,
  `weight` BIGINT,
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
SELECT `key`, `value`, `x`, `at`, `colour`, `weight`, _t, ARRAY[CAST(_partition AS BIGINT), CAST(_offset AS BIGINT)]
FROM `2 lookup`;

