"""Random flows and inputs: what the language allows, of every step; it is the language itself that refuses the rest.

A case is made from a seed, and every choice in it is even: drawn one by one by hypothesis, most cases come out small and
alike, and hardly a bug that is put into the dialect on purpose is found.
"""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from streamgauge.flow import (
    BOOLEAN,
    DOUBLE,
    LONG,
    STRING,
    Aggregate,
    Count,
    DataType,
    Dedup,
    Emission,
    Explode,
    Filter,
    Flaw,
    Flow,
    FlowError,
    Join,
    JoinKind,
    Lookup,
    Miss,
    Repartition,
    RepartitionKind,
    Same,
    Schema,
    Select,
    Session,
    Sink,
    Sliding,
    Source,
    Step,
    Table,
    Tumbling,
    Union,
    Window,
    WireFormat,
)

from .random_expressions import SEPARATORS, TEXTS, expression, quoted, usable

# Why a step may be refused where it was put; any other flaw is a mistake of this file.
MISPLACED = {
    Flaw.NO_EVENT_TIME, Flaw.STATE_AFTER_UPDATES, Flaw.UPDATES_FILTERED, Flaw.IDENTITY_LOST, Flaw.NOT_INSERTS,
    Flaw.NO_WINDOW_BEFORE, Flaw.FINAL_NEVER_COMES, Flaw.NEEDS_FINAL, Flaw.DUPLICATE_NAME,
}  # fmt: skip

# The others depend on order: only the reference answers them.
RELATIONAL_JOINS = (JoinKind.INTERVAL, JoinKind.WINDOW, JoinKind.UNBOUNDED)

SCALARS = (LONG, DOUBLE, STRING, BOOLEAN)
SPANS_MS = (1, 4, 10, 25)
DELAYS_MS = (0, 5, 40)
MOST_STEPS, MOST_RECORDS = 5, 40
SHARE_GIVEN = 0.8  # of the optional fields

BROKEN = (
    b"", b"{", b"[]", b"null", b'{"k":"a"}', b'{"k":"a","a":1.5,"at":3}', b'{"k":5,"a":1,"at":3}', b'{"k":"a","a":1,"at":null}',
    b'{"k":"a","a":1,"at":3,}', b'{"k":"a","a":1,"at":3,"x":NaN}', b'{"k":"\xff","a":1,"at":3}',
    b'{"k":"a","a":1,"at":99999999999999999999}',
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A flow, an input whose records stay within the watermark's delay, and the same input in order of event time."""

    seed: int
    flow: Flow
    records: list[bytes]
    in_order: list[bytes]


def random_case(seed: int) -> Case:
    """The case with this number."""
    maker = FlowMaker(Random(seed))  # noqa: S311
    source = maker.source()
    flow = Flow("random", Sink(maker.chain(source)))
    records, in_order = maker.texts() if source.format is WireFormat.TEXT else maker.documents(source.watermark_delay_ms)
    return Case(seed, flow, records, in_order)


class FlowMaker:
    """Makes steps, one method for each kind; names are numbered, so that none comes twice."""

    def __init__(self, choose: Random) -> None:
        self.choose = choose
        self.number = 0

    def source(self) -> Source:
        if self.one_in(10):
            return Source(Schema.of(line=STRING))
        schema = Schema.of(k=STRING, a=LONG, b=LONG, x=DOUBLE, s=STRING, p=BOOLEAN, at=LONG)
        event_time = "" if self.one_in(4) else "at"
        delay_ms, spread = self.choose.choice(DELAYS_MS), ("k",) if self.one_in(2) else ()
        return Source(schema, WireFormat.JSON, event_time, delay_ms, optional=("b", "x", "s", "p"), partition_by=spread)

    def chain(self, step: Step) -> Step:
        """Some steps, one after the other; those that may not stand where they were drawn are left out."""
        for _ in range(self.choose.randint(1, MOST_STEPS)):
            make = getattr(self, self.choose.choice(KINDS))
            try:
                step = make(step)
            except FlowError as error:
                if error.flaw not in MISPLACED:
                    raise
        return step

    def select(self, step: Step) -> Step:
        """Most of the old columns, the keys of updated rows among them, under their names or others; and some new ones."""
        columns = {}
        for name in step.schema.names:
            if name in (step.updates_by or ()) or (not self.one_in(4) and not name.startswith("rough")):
                columns[self.name("r") if self.one_in(6) else name] = name
        for _ in range(self.choose.randint(not columns, 3)):
            columns[self.name("c")] = self.expression(step, self.choose.choice(SCALARS))
        return Select(step, columns, name=self.name("select"))

    def filter(self, step: Step) -> Step:
        """Most of them hold little back, so that rows are left for the steps behind."""
        seen = tuple(each for each in step.schema if step.updates_by is None or each[0] in step.updates_by)
        predicate, another = (expression(self.choose, Schema(seen), BOOLEAN) if seen else "true" for _ in range(2))
        if not self.one_in(4):
            predicate = f"coalesce(not ({predicate} and {another}), true)"
        return Filter(step, predicate, name=self.name("filter"))

    def explode(self, step: Step) -> Step:
        arrays = [name for name, data_type in step.schema if data_type.element]
        split = f"split({self.expression(step, STRING, 1)}, {quoted(self.choose.choice(SEPARATORS))})"
        return Explode(step, self.choose.choice([*arrays, split]), into=self.name("e"), name=self.name("explode"))

    def union(self, step: Step) -> Step:
        """Two branches of one stream, brought to one schema; with origins of different depth."""
        left = self.filter(step) if self.one_in(2) else step
        right = self.choose.choice((self.explode, self.repartition, self.filter))(step)
        wanted = [(self.name("u"), self.choose.choice(SCALARS)) for _ in range(self.choose.randint(1, 3))]
        sides = [
            Select(side, {name: self.expression(side, kind, 1) for name, kind in wanted}, name=self.name("side"))
            for side in (left, right)
        ]
        return Union(*sides, name=self.name("union"))

    def repartition(self, step: Step) -> Step:
        how = self.choose.choice(tuple(RepartitionKind))
        columns = (step.schema.names[0],) if how is RepartitionKind.HASH else ()
        return Repartition(step, how, self.choose.randint(1, 3), columns, name=self.name("repartition"))

    def lookup(self, step: Step) -> Step:
        known = usable(step.schema, *SCALARS)
        if not known:
            return step
        on = self.choose.choice(known)
        added = tuple((self.name("t"), self.choose.choice(SCALARS)) for _ in range(self.choose.randint(0, 2)))
        schema = Schema((("id", step.schema.type_of(on)), *added))
        keys = {self.value(step.schema.type_of(on), null_in=8) for _ in range(6)}
        rows = tuple((key, *(self.value(kind, null_in=4) for _, kind in added)) for key in sorted(keys, key=repr))
        miss = self.choose.choice(tuple(Miss) if added else (Miss.DROP, Miss.NULL))
        default = {name: self.value(kind) for name, kind in added} if miss is Miss.DEFAULT else {}
        return Lookup(step, on, Table(schema, rows), miss, default, name=self.name("lookup"))

    def dedup(self, step: Step) -> Step:
        keys = self.keys(step, least=1)
        return Dedup(step, keys, name=self.name("dedup")) if keys else step

    def join(self, step: Step) -> Step:
        sides = []
        for _ in range(2):
            kept = self.filter(step) if self.one_in(2) else step
            kinds = ((self.choose.choice(SCALARS), 1), (STRING, 0), (LONG, 0))
            columns = {self.name("j"): self.expression(kept, kind, depth) for kind, depth in kinds}
            sides.append(Select(kept, columns, name=self.name("side")))
        how, position = self.choose.choice(RELATIONAL_JOINS), self.choose.randint(1, 2)
        times = {
            JoinKind.INTERVAL: {name: self.choose.choice((0, self.choose.randint(0, 12))) for name in ("before_ms", "after_ms")},
            JoinKind.WINDOW: {"size_ms": self.choose.choice(SPANS_MS)},
            JoinKind.UNBOUNDED: {},
        }[how]
        on = ((sides[0].schema.names[position], sides[1].schema.names[position]),)
        outer = how is not JoinKind.UNBOUNDED and self.one_in(2)
        return Join(sides[0], sides[1], on, how, outer=outer, name=self.name("join"), **times)

    def aggregate(self, step: Step) -> Step:
        window = self.window(step)
        if isinstance(window, Count):
            emission = Emission.INSERT
        else:
            emission = Emission.FINAL if window and (window.is_final_only or self.one_in(2)) else Emission.UPDATE
        keys = tuple(key for key in self.keys(step, least=0) if not (window and key.startswith("window")))
        if isinstance(window, Count):
            keys += tuple(column for column in step.order_by or () if column not in keys)
        measures = dict(self.measure(step) for _ in range(self.choose.randint(1, 3)))
        return Aggregate(step, keys, measures, emission, window, name=self.name("aggregate"))

    def window(self, step: Step) -> Window | None:
        if step.window_columns and not self.one_in(4):
            return Same()
        if step.order_by is not None and self.one_in(4):
            size = self.choose.randint(1, 5)
            return Count(size, self.choose.randint(1, size))
        if not step.has_event_time or self.one_in(4):
            return None
        size, other = self.choose.choice(SPANS_MS), self.choose.choice(SPANS_MS)
        return self.choose.choice((Tumbling(size), Sliding(max(size, other), min(size, other)), Session(size)))

    def measure(self, step: Step) -> tuple[str, str]:
        """What is summed up in doubles is summed over eighths, and the result is not used further: its last digits are free."""
        eighths = [name for name in ("a", "x") if name in step.schema and step.schema.type_of(name).is_numeric]
        if eighths and self.one_in(3):
            function = self.choose.choice(("sum", "avg", "var_pop", "var_samp", "stddev_pop", "stddev_samp"))
            return self.name("rough"), f"{function}({self.choose.choice(eighths)} * 2.5)"
        value, order = (self.expression(step, self.choose.choice((LONG, DOUBLE, STRING)), 1) for _ in range(2))
        functions = ["count(*)", f"count({value})", f"min({value})", f"max({value})", f"max_by({value}, {order})"]
        functions += [f"min_by({value}, {order})", f"count_distinct({value})", f"approx_count_distinct({value})"]
        functions += [f"top({value}, {self.choose.randint(0, 3)})", f"sum({self.expression(step, LONG, 1)})"]
        return self.name("m"), self.choose.choice(functions)

    def documents(self, delay_ms: int) -> tuple[list[bytes], list[bytes]]:
        """JSON records; sorted by time plus at most the delay, none is later than that."""
        events = []
        for _ in range(self.choose.randint(0, MOST_RECORDS)):
            at = self.choose.randint(-20, 60)
            events.append((at, at + self.choose.randint(0, delay_ms), json.dumps(self.fields() | {"at": at}).encode()))
        in_order = [text for _, _, text in sorted(events, key=lambda each: each[0])]
        records = [text for _, _, text in sorted(events, key=lambda each: each[1])]
        for _ in range(self.choose.randint(0, 2)):
            records.insert(self.choose.randint(0, len(records)), self.choose.choice(BROKEN))
        return records, in_order

    def fields(self) -> dict[str, Any]:
        optional = {"b": LONG, "x": DOUBLE, "s": STRING, "p": BOOLEAN}
        given = {name: self.value(kind) for name, kind in optional.items() if self.choose.random() < SHARE_GIVEN}
        return {"k": self.choose.choice(("a", "b", "ab")), "a": self.choose.randint(-9, 20)} | given

    def texts(self) -> tuple[list[bytes], list[bytes]]:
        texts = [text.encode() for text in TEXTS] + [b"\xff\xfe a", b"a\x00b", b"a\nb"]
        records = self.choose.choices(texts, k=self.choose.randint(0, MOST_RECORDS))
        return records, sorted(records)

    def keys(self, step: Step, least: int) -> tuple[str, ...]:
        known = usable(step.schema, BOOLEAN, LONG, STRING)
        return tuple(self.choose.sample(known, min(len(known), self.choose.randint(least, 2))))

    def value(self, data_type: DataType, null_in: int = 0) -> Any:
        if null_in and self.one_in(null_in):
            return None
        if data_type == LONG:
            return self.choose.choice((*range(-3, 10), 1000, -(2**31), 2**53 + 1))
        if data_type == DOUBLE:
            return self.choose.choice((-0.0, 2.0**53, self.choose.randint(-8, 16) / 8))
        return self.choose.choice(TEXTS if data_type == STRING else (True, False))

    def expression(self, step: Step, data_type: DataType, depth: int = 2) -> str:
        return expression(self.choose, step.schema, data_type, depth)

    def name(self, kind: str) -> str:
        self.number += 1
        return f"{kind}{self.number}"

    def one_in(self, number: int) -> bool:
        return self.choose.randrange(number) == 0


KINDS = ("select", "filter", "explode", "union", "repartition", "lookup", "dedup", "join", "aggregate", "aggregate", "aggregate")
