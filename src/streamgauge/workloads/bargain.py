"""The bargain index: offers below the average price of the last trades (the survey of seed work 003)."""

from streamgauge.flow import (
    LONG,
    STRING,
    Aggregate,
    Count,
    Emission,
    Filter,
    Flow,
    Join,
    JoinKind,
    Schema,
    Select,
    Sink,
    Source,
    WireFormat,
)
from streamgauge.streams.trades import Trades
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.properties import Integers, Property, Values

_PROPERTIES = (
    Property("trades", 15, Integers(1, 10_000), "how many trades of a symbol the average is made of"),
    Property("slide", 1, Integers(1, 10_000), "after how many more trades there is a new average; at most `trades`"),
    Property("symbols", 3, Integers(1, 1_000_000), "number of different symbols"),
    Property("events_per_second", 1_000, Integers(1, 1_000_000_000), "of event time"),
)


def _stream(values: Values, seed: int) -> Trades:
    return Trades(seed, values["symbols"], values["events_per_second"])


def _flow(values: Values, _: int) -> Flow:
    """Eleven steps. The index is what an offer saves: its distance from the average price, by volume, times its own volume."""
    schema = Schema.of(id=LONG, kind=STRING, symbol=STRING, price=LONG, volume=LONG, at=LONG)
    market = Source(schema, WireFormat.JSON, partition_by=("symbol",), name="market")

    trades = Filter(market, "kind = 'trade'", name="trades")
    paid = Select(trades, {"symbol": "symbol", "paid": "price * volume", "volume": "volume"}, name="paid")
    measures = {"paid": "sum(paid)", "volume": "sum(volume)"}
    window = Count(size=values["trades"], slide=values["slide"])
    moving = Aggregate(paid, ("symbol",), measures, Emission.INSERT, window, name="moving")
    average = Select(moving, {"symbol": "symbol", "average": "paid / volume"}, name="average")

    quotes = Filter(market, "kind = 'quote'", name="quotes")
    offers = Select(quotes, {"quote": "id", "offered": "symbol", "ask": "price", "size": "volume"}, name="offers")

    beside = Join(average, offers, (("symbol", "offered"),), JoinKind.RETAINED, name="beside")
    columns = {"quote": "quote", "symbol": "symbol", "ask": "ask", "index": "(average - ask) * size"}
    index = Select(beside, columns, name="index")
    return Flow("deep-bargain", Sink(Filter(index, "index > 0.0", name="bargains"), identity=("quote",)))


WORKLOADS = (
    Workload(
        name="deep-bargain",
        summary="offers below the average price of the last 15 trades of their symbol",
        seed_work="003 Strymon",
        wire="json: id, kind (trade or quote), symbol, price (cents), volume, at (ms)",
        unit=RECORDS,
        properties=_PROPERTIES,
        make_stream=_stream,
        make_flow=_flow,
    ),
)
