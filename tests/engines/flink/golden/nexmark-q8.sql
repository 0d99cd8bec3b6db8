CREATE TEMPORARY TABLE input (
  `type` STRING,
  `id` BIGINT,
  `name` STRING,
  `reserve` BIGINT,
  `dateTime` BIGINT,
  `seller` BIGINT,
  _stamp TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL,
  _time AS TO_TIMESTAMP_LTZ(`dateTime`, 3),
  WATERMARK FOR _time AS _time - INTERVAL '0 00:00:01.001' DAY(3) TO SECOND(3)
) WITH (
  'connector' = 'kafka',
  'topic' = 'nowhere',
  'properties.bootstrap.servers' = '127.0.0.1:9',
  'scan.startup.mode' = 'earliest-offset',
  'scan.parallelism' = '1',
  'scan.topic-partition-discovery.interval' = '0',
  'format' = 'records',
  'records.optional' = 'id;name;reserve;seller',
  'records.unread' = '',
  'records.wanted' = '{"type": ["person", "auction"]}'
);

CREATE TEMPORARY VIEW `1 events` AS
SELECT `type`, `id`, `name`, `reserve`, `dateTime`, `seller`, (EXTRACT(EPOCH FROM _stamp) * 1000 + EXTRACT(MILLISECOND FROM _stamp)) AS _t, _time, `dateTime` AS _time_ms
FROM input
WHERE `dateTime` IS NOT NULL;

CREATE TEMPORARY VIEW `2 persons` AS
SELECT *
FROM `1 events`
WHERE (`type` = 'person');

CREATE TEMPORARY VIEW `3 users` AS
SELECT (`dateTime` - MOD((MOD(`dateTime`, NULLIF(CAST(10000 AS BIGINT), CAST(0 AS BIGINT))) + CAST(10000 AS BIGINT)), NULLIF(CAST(10000 AS BIGINT), CAST(0 AS BIGINT)))) AS `window_start`, `id` AS `id`, `name` AS `name`, _t, _time, _time_ms
FROM `2 persons`;

CREATE TEMPORARY VIEW `4 auctions` AS
SELECT *
FROM `1 events`
WHERE (`type` = 'auction');

CREATE TEMPORARY VIEW `5 items` AS
SELECT `seller` AS `seller`, `reserve` AS `reserve`, _t, _time, _time_ms
FROM `4 auctions`;

CREATE TEMPORARY VIEW `6 new-users` AS
SELECT l.`window_start`, l.`id`, l.`name`, r.`seller`, r.`reserve`, GREATEST(l._t, r._t) AS _t
FROM `3 users` AS l
JOIN `5 items` AS r
ON l.`id` = r.`seller` AND (l._time_ms - MOD(MOD(l._time_ms, 10000) + 10000, 10000)) = (r._time_ms - MOD(MOD(r._time_ms, 10000) + 10000, 10000)) AND r._time BETWEEN l._time - INTERVAL '0 00:00:10.000' DAY(3) TO SECOND(3) AND l._time + INTERVAL '0 00:00:10.000' DAY(3) TO SECOND(3);

CREATE TEMPORARY VIEW `7 listed` AS
SELECT `window_start` AS `window_start`, `id` AS `id`, `name` AS `name`, `reserve` AS `reserve`, _t
FROM `6 new-users`;

CREATE TEMPORARY TABLE output (
  `window_start` BIGINT,
  `id` BIGINT,
  `name` STRING,
  `reserve` BIGINT,
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
SELECT `window_start`, `id`, `name`, `reserve`, _t
FROM `7 listed`;

