"""CITY or TAXI with a second stream mixed in: models that replace each other while observations go on (PRED of seed work 002)."""

import zlib
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from streamgauge.streams.base import Stream
from streamgauge.streams.iot.city import City
from streamgauge.streams.iot.taxi import TAXIS, Taxi

# Of the published models: the weights of what the regression reads and its constant, in 10^-9; the bounds of the tree, in tenths.
WEIGHTS = {
    "city": (-510_689_676, 155_034_539, -4_394_107, 37_442_739_000),
    "taxi": (2_167_781, 2_347_246_557, 0, 3_574_164_845),
}
BOUNDS = {"city": (220, 290), "taxi": (100, 185)}

BOUND_NAMES = ("low", "high")
WEIGHT_NAMES = ("first", "second", "third", "constant")
_KEYS = {"city": b'"source":"', "taxi": b'"taxi_identifier":"'}
_PARTS, _AROUND = 20_000, 1_000  # a weight is off by up to a twentieth
_BOUND_AROUND = 20


@dataclass(frozen=True)
class WithModels(Stream):
    """Blocks of a model for each shard and then `every` observations, which say to which shard they belong.

    A shard is the CRC-32 of the sensor or taxi modulo `shards`. Version 0 is the published model; every later one has its weights
    changed by up to 5 %, its bounds by up to 2. `docs/iot.md` defines every byte.

    >>> WithModels(shards=1).records(0, 1)
    [b'{"kind":"model","shard":0,"version":0,"low":22.0,"high":29.0,"first":-0.510689676,"second":0.155034539,"third":-0.004394107,"constant":37.442739000}']
    """

    name: ClassVar[str] = "models"

    seed: int = 1
    source: str = "city"
    every: int = 1_000
    shards: int = 16
    taxis: int = TAXIS

    def __post_init__(self) -> None:
        self._require_seed()
        self._require(self.source in WEIGHTS, "source", " or ".join(WEIGHTS))
        self._require_whole("every", 1, 10**9)
        self._require_whole("shards", 1, 1_000)
        self._require_whole("taxis", 1, 1_000_000)

    @cached_property
    def observations(self) -> Stream:
        return City(self.seed) if self.source == "city" else Taxi(self.seed, taxis=self.taxis)

    def records(self, start: int, count: int) -> list[bytes]:
        made: list[bytes] = []
        while len(made) < count:
            version, place = divmod(start + len(made), self.shards + self.every)
            wanted = count - len(made)
            if place < self.shards:
                made += [self._model(version, shard) for shard in range(place, min(self.shards, place + wanted))]
            else:
                first = place - self.shards
                made += self._observed(version * self.every + first, min(wanted, self.every - first))
        return made

    def _observed(self, start: int, count: int) -> list[bytes]:
        key, shards = _KEYS[self.source], self.shards
        made = []
        for record in self.observations.records(start, count):
            begin = record.index(key) + len(key)
            shard = zlib.crc32(record[begin : record.index(b'"', begin)]) % shards
            made.append(b'{"kind":"observation","shard":%d,%s' % (shard, record[1:]))
        return made

    def _model(self, version: int, shard: int) -> bytes:
        numbers = zip((*BOUND_NAMES, *WEIGHT_NAMES), self.model_numbers(version), strict=True)
        told = ",".join(f'"{name}":{number}' for name, number in numbers)
        return f'{{"kind":"model","shard":{shard},"version":{version},{told}}}'.encode()

    def model_numbers(self, version: int) -> list[str]:
        """The bounds and the weights of a model, as texts."""
        weights, bounds = self._trained(version)
        return [*(_decimal(bound, 1) for bound in bounds), *(_decimal(weight, 9) for weight in weights)]

    def _trained(self, version: int) -> tuple[list[int], list[int]]:
        weights, bounds = list(WEIGHTS[self.source]), list(BOUNDS[self.source])
        if not version:
            return weights, bounds
        from streamgauge.streams.generator import below, draw, event_keys, stream_key  # numpy only when records are made

        keys = event_keys(stream_key(self.seed, self.name), version, 1)
        draws = [int(below(draw(keys, number), 2 * _AROUND + 1)[0]) - _AROUND for number in range(len(weights))]
        moves = [int(below(draw(keys, len(weights) + number), 2 * _BOUND_AROUND + 1)[0]) for number in range(len(bounds))]
        return (
            [weight * (_PARTS + drawn) // _PARTS for weight, drawn in zip(weights, draws, strict=True)],
            [bound + move - _BOUND_AROUND for bound, move in zip(bounds, moves, strict=True)],
        )


def _decimal(number: int, places: int) -> str:
    whole, rest = divmod(abs(number), 10**places)
    return f"{'-' if number < 0 else ''}{whole}.{rest:0{places}d}"
