"""CITY and TAXI once more, in plain Python integers and straight from `docs/iot.md`."""

from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from streamgauge.streams.iot import City, Fit, Taxi
from streamgauge.streams.iot.fit import CHANNELS
from streamgauge.streams.rates import parse_rate
from tests.streams.twin import below, chance, draw, event_key, normal, stream_key

CITIES = [
    ("geneva", 14, 6_149_906, 46_197_249),
    ("rio", 16, -43_183_301, -22_944_315),
    ("shanghai", 10, 121_443_609, 31_232_728),
    ("san_francisco", 13, -122_415_348, 37_758_871),
    ("singapore", 20, 103_798_312, 1_328_281),
    ("boston", 7, -71_110_054, 42_356_753),
    ("bangalore", 10, 77_590_533, 12_961_938),
]
OBSERVATIONS = [("temperature", 1, 7), ("humidity", 1, 7), ("light", 0, 7), ("dust", 2, 7), ("airquality_raw", 0, 5)]
CITY_UNITS = ["string", "lon", "lat", "far", "per", "per", "per", "per"]
TAXI_UNITS = ["string", "string", "time", "second", "meter", "lon", "lat", "lon", "lat", "string", "dollar"]
TAXI_UNITS += ["percentage", "percentage", "dollar", "dollar", "dollar"]

FIT_UNITS = ["string", *(unit for _, _, unit in CHANNELS.values()), "number"]


def _tables(name: str) -> dict[str, list[int]]:
    lines = (files("streamgauge.streams.iot") / name).read_text().splitlines()
    return {" ".join(line.split()[:-65]): [int(word) for word in line.split()[-65:]] for line in lines}


CITY_TABLES, TAXI_TABLES = _tables("city_quantiles.txt"), _tables("taxi_quantiles.txt")


def quantile(table: list[int], rank: int, size: int) -> int:
    cell, rest = divmod(64 * rank, size)
    fraction = 2**16 * rest // size
    return table[cell] + ((table[cell + 1] - table[cell]) * fraction + 2**15) // 2**16


def reflect(rank: int, size: int) -> int:
    return -1 - rank if rank < 0 else 2 * size - 1 - rank if rank >= size else rank


def decimal(value: int, places: int) -> str:
    whole, rest = divmod(abs(value), 10**places)
    return ("-" if value < 0 else "") + str(whole) + (f".{rest:0{places}d}" if places else "")


def time_ms(stream: City | Fit | Taxi, event: int) -> int:
    return stream.base_ms + int(parse_rate(stream.rate).intended_ns(event, 1)[0]) * stream.speed // 1_000_000


def city_fields(stream: City, event: int) -> dict[str, str]:
    key = event_key(stream_key(stream.seed, "city"), event)
    sensor = below(draw(key, 0), 90)
    cities = [city for city in CITIES for _ in range(city[1])]
    name, count, longitude, latitude = cities[sensor]
    first = cities.index(cities[sensor])
    sensors = [event_key(stream_key(stream.seed, "city sensors"), number) for number in range(first, first + count)]
    own = sensors[sensor - first]
    fields = {
        "source": f"ci5{draw(own, 0):016x}{draw(own, 1) >> 32:08x}",
        "longitude": decimal(longitude + 40_000 * normal(draw(own, 2)) // 65_536, 6),
        "latitude": decimal(latitude + 40_000 * normal(draw(own, 3)) // 65_536, 6),
    }
    for number, (field, places, tenths) in enumerate(OBSERVATIONS):
        rank = sum(draw(each, 4 + number) < draw(own, 4 + number) for each in sensors)
        moved = (2 * rank + 1) * 2**32 + count * tenths // 10 * (2 * (draw(key, 1 + number) >> 32) - 2**32)
        size = count * 2**33
        fields[field] = decimal(quantile(CITY_TABLES[f"{name} {field}"], reflect(moved, size), size), places)
    return fields


def taxi_fields(stream: Taxi, event: int) -> dict[str, str]:
    key = event_key(stream_key(stream.seed, "taxi"), event)
    x = [draw(key, number) for number in range(15)]
    taxi = below(x[0], stream.taxis)
    length = x[2] >> 32
    time, fare = _moved(length, 38, x[3]), _moved(length, 36, x[4])
    minutes = _taxi("trip_time_in_secs", time)
    is_card = chance(x[5], 0.517)
    amounts = {
        "fare_amount": 50 * _taxi("fare_amount", fare),
        "surcharge": 50 * chance(x[8], 0.944),
        "mta_tax": 50 * chance(x[9], 0.997),
        "tip_amount": is_card * _taxi("tip_amount", _moved(fare, 70, x[6])),
        "tolls_amount": 480 * (length >= 3 * 2**30 and chance(x[7], 0.394)),
    }
    amounts["total_amount"] = sum(amounts.values())
    is_known = not chance(x[10], 0.018)
    places = ("pickup_longitude", "pickup_latitude", "dropoff_longitude", "dropoff_latitude")
    return {
        "taxi_identifier": _identity(stream.seed, "taxi taxis", taxi),
        "hack_license": _identity(stream.seed, "taxi drivers", 2 * taxi + below(x[1], 2)),
        "pickup_datetime": _text(time_ms(stream, event) - 60_000 * minutes)[:19],
        "trip_time_in_secs": str(60 * minutes),
        "trip_distance": decimal(_taxi("trip_distance", length), 2),
        **{name: decimal(is_known * _taxi(name, x[11 + number] >> 32), 6) for number, name in enumerate(places)},
        "payment_type": "CRD" if is_card else "CSH",
        **{name: decimal(cents, 2) for name, cents in amounts.items()},
    }


def fit_fields(stream: Fit, event: int) -> dict[str, str]:
    key = event_key(stream_key(stream.seed, "fit"), event)
    channels = {
        name: decimal(mean + deviation * normal(draw(key, 2 + number)) // 65_536, 5)
        for number, (name, (mean, deviation, _)) in enumerate(CHANNELS.items())
    }
    return {"subjectId": f"subject{below(draw(key, 0), 10) + 1}", **channels, "label": str(below(draw(key, 1), 13))}


def _taxi(name: str, rank: int) -> int:
    return quantile(TAXI_TABLES[name], rank, 2**32)


def _moved(rank: int, width: int, x: int) -> int:
    return reflect(rank + ((x >> 32) - 2**31) * width // 100, 2**32)


def _identity(seed: int, table: str, number: int) -> str:
    key = event_key(stream_key(seed, table), number)
    return f"{draw(key, 0):016X}{draw(key, 1):016X}"


def _text(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S") + f".{at_ms % 1000:03d}"


def record(stream: City | Fit | Taxi, event: int) -> bytes:
    """The record in the stream's wire format."""
    at_ms = time_ms(stream, event)
    fields, time_at, units = _fields(stream, event)
    names = list(fields)
    names.insert(time_at, "timestamp")
    if stream.wire == "csv":
        text = _text(at_ms)[:19] if isinstance(stream, Taxi) else _text(at_ms).replace(" ", "T") + "Z"
        return ",".join((fields | {"timestamp": text})[name] for name in names).encode()
    if stream.wire == "json":
        return ("{" + ",".join(f'"{name}":{_json(name, fields, at_ms)}' for name in names) + "}").encode()
    entries = [_senml(name, value, unit) for (name, value), unit in zip(fields.items(), units, strict=True)]
    return f'{at_ms},{{"e":[{",".join(entries)}],"bt":{at_ms}}}'.encode()


def _fields(stream: City | Fit | Taxi, event: int) -> tuple[dict[str, str], int, list[str]]:
    """The fields but the time, the place of the time among them, and their units."""
    match stream:
        case City():
            return city_fields(stream, event), 0, CITY_UNITS
        case Fit():
            return fit_fields(stream, event), 1, FIT_UNITS
    return taxi_fields(stream, event), 3, TAXI_UNITS


_TEXTS = {"subjectId", "source", "taxi_identifier", "hack_license", "pickup_datetime", "payment_type"}


def _json(name: str, fields: dict[str, Any], at_ms: int) -> str:
    return str(at_ms) if name == "timestamp" else f'"{fields[name]}"' if name in _TEXTS else fields[name]


def _senml(name: str, value: str, unit: str) -> str:
    is_text = name in _TEXTS or name.startswith(("pickup_", "dropoff_"))
    label = f'"u":"{unit}","n":"{name}"'
    return f'{{{label},"sv":"{value}"}}' if is_text else f'{{"v":"{value}",{label}}}'
