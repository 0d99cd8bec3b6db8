CREATE TEMPORARY TABLE input (
  `sentence` STRING,
  _stamp TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL
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
SELECT `sentence`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t
FROM input;

CREATE TEMPORARY VIEW `2 words` AS
SELECT `sentence`, `word`, _t
FROM `1 sentences` CROSS JOIN UNNEST(CASE WHEN `sentence` = '' THEN ARRAY[CAST('' AS STRING)] ELSE SPLIT(`sentence`, ' ') END) AS e(`word`);

CREATE TEMPORARY VIEW `3 counts` AS
SELECT _key0 AS `word`, COUNT(*) AS `count`, MAX(_t) AS _t, _key0
FROM (SELECT *, `word` AS _key0 FROM `2 words`)
GROUP BY _key0;

CREATE TEMPORARY TABLE output (
  `word` STRING,
  `count` BIGINT,
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
SELECT `word`, `count`, _t, _key0
FROM `3 counts`;

