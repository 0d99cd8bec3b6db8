CREATE TEMPORARY TABLE input (
  `sentence` STRING,
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
  'records.text' = 'true'
);

CREATE TEMPORARY VIEW `1 sentences` AS
SELECT `sentence`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, _partition, _offset
FROM input;

CREATE TEMPORARY VIEW `2 matches` AS
SELECT *
FROM `1 sentences`
WHERE (POSITION('needle' IN `sentence`) > 0);

CREATE TEMPORARY TABLE output (
  `sentence` STRING,
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
SELECT `sentence`, _t, ARRAY[CAST(_partition AS BIGINT), CAST(_offset AS BIGINT)]
FROM `2 matches`;

