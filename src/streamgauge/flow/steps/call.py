"""Call: an outside service is asked, or told, something for every record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.expressions.tree import Expr
from streamgauge.flow.flaws import Flaw, nearest
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Pairs, Step, as_pairs
from streamgauge.flow.steps.lookup import Table
from streamgauge.flow.types import LONG, STRING

PROVIDERS = ("embedded", "real")


@dataclass(frozen=True, slots=True)
class Service:
    """A kind of service: what it is given, and what it replies; None if that are the columns of what it holds.

    One that `keeps` what it is told has the newest of each name in the end.
    """

    meaning: str
    arguments: Schema
    reply: Schema | None = None
    keeps: bool = False

    @property
    def holds_contents(self) -> bool:
        return self.reply is None


SERVICES = {
    "blob-download": Service("the text of the blob called `name`; null if there is none", Schema.of(name=STRING)),
    "blob-upload": Service(
        "a text is put under a name, in place of what was there; the reply is its size in bytes",
        Schema.of(name=STRING, content=STRING),
        Schema.of(uploaded=LONG),
        keeps=True,
    ),
    "table-query": Service("the other columns of the row whose key is `key`; nulls if there is none", Schema.of(key=STRING)),
    "table-insert": Service(
        "a text becomes the row of a key, in place of what was there; the reply is its size in bytes",
        Schema.of(key=STRING, row=STRING),
        Schema.of(inserted=LONG),
        keeps=True,
    ),
    "mqtt-publish": Service(
        "a text is sent to all that listen to a topic; the reply is its size in bytes",
        Schema.of(topic=STRING, payload=STRING),
        Schema.of(published=LONG),
    ),
}


@dataclass(frozen=True, slots=True)
class Call(Step):
    """Call a service for every row, and add the columns of its reply.

    `arguments` says what the service is given; if one is null it is not called, and the reply is null. A service that is asked
    holds `contents` when the first row comes: the rows of a table, or blobs by name; so its replies are known. One that is told
    something is told it at least once, also when it or the engine had to be started again. Up to `batch` rows are given to it at
    once where it takes several.

    `at` says who provides the service: `embedded`, which needs nothing, or `real`; once it is open, also where it is.

    >>> from streamgauge.flow import Source
    >>> drivers = Table(Schema.of(id=STRING, driver=STRING), rows=(("t1", "Ada"), ("t2", "Bob")))
    >>> trips = Source(Schema.of(taxi=STRING))
    >>> str(Call(trips, "table-query", {"key": "taxi"}, contents=drivers).schema)
    'taxi STRING, driver STRING'
    """

    upstream: Step
    service: str
    arguments: Mapping[str, str] | Pairs
    contents: Table | None = None
    at: str = PROVIDERS[0]
    batch: int = 100
    name: str = "call"
    kind: ClassVar[str] = "call"
    reply: Schema = field(init=False, repr=False, compare=False)
    expressions: tuple[Expr, ...] = field(init=False, repr=False, compare=False)
    schema: Schema = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(arguments=as_pairs(self.arguments))
        if self.service not in SERVICES:
            raise self.refuse(Flaw.UNKNOWN_SERVICE, repr(self.service), nearest(self.service, SERVICES))
        if self.provider not in PROVIDERS:
            raise self.refuse(Flaw.UNKNOWN_SERVICE, f"at {self.at!r}", nearest(self.provider, PROVIDERS))
        if self.batch < 1:
            raise self.refuse(Flaw.WRONG_ARGUMENTS, f"batch is {self.batch}", "1 or more")
        self.derive(reply=self._reply(), expressions=self.checked(self._parsed))
        self.derive(schema=self.checked(lambda: Schema((*self.upstream.schema.columns, *self.reply.columns))))

    def _reply(self) -> Schema:
        reply = SERVICES[self.service].reply
        if reply is not None and self.contents is None:
            return reply
        if reply is not None or self.contents is None:
            fix = "leave them out" if reply is not None else "contents=Table(...), its key first"
            raise self.refuse(Flaw.BAD_TABLE, f"service {self.service!r} and contents", fix)
        columns = self.contents.schema.columns
        types, is_blobs = [data_type for _, data_type in columns], self.service == "blob-download"
        if types[0] != STRING or len(types) < 2 or (is_blobs and types != [STRING, STRING]):  # noqa: PLR2004
            fix = "a name and a text, both STRING" if is_blobs else "a key, STRING, and other columns"
            raise self.refuse(Flaw.BAD_TABLE, f"contents of columns {self.contents.schema}", fix)
        return Schema(columns[1:])

    def _parsed(self) -> tuple[Expr, ...]:
        given, wanted = dict(as_pairs(self.arguments)), SERVICES[self.service].arguments
        for name in given.keys() - set(wanted.names):
            raise self.refuse(Flaw.WRONG_ARGUMENTS, f"service {self.service!r} takes no {name!r}", nearest(name, wanted.names))
        for name in (each for each in wanted.names if each not in given):
            raise self.refuse(Flaw.WRONG_ARGUMENTS, f"service {self.service!r} lacks {name!r}", f"arguments={{{name!r}: ...}}")
        expressions = tuple(parse(given[name], self.upstream.schema) for name in wanted.names)
        for (name, data_type), expression in zip(wanted, expressions, strict=True):
            if not data_type.accepts(expression.type):
                raise self.refuse(Flaw.WRONG_ARGUMENTS, f"{name!r} is {expression.type}, not {data_type}", "cast it")
        return expressions

    @property
    def provider(self) -> str:
        """Who provides the service, wherever that is."""
        return self.at.partition(":")[0]

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def has_event_time(self) -> bool:
        return False  # engines that call from another process hand over columns, and no watermark

    @property
    def window_columns(self) -> bool:
        return False
