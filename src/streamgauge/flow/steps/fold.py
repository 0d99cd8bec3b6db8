"""Fold: a state for each key, and what every record does to it, in order."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.expressions.tree import Call, Expr
from streamgauge.flow.flaws import Flaw, nearest
from streamgauge.flow.kernels import KERNELS, Kernel
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Pairs, Step, as_pairs
from streamgauge.flow.steps.aggregate import KEY_TYPES
from streamgauge.flow.types import DOUBLE, DataType

Numbers: TypeAlias = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Fold(Step):
    """Run a named kernel over the records of each key, in the order in which they come.

    `arguments` says what the kernel reads of a record. Out come the keys, the `carried` columns of the record that caused the
    row, and the kernel's. The state of each key is kept for ever. Rows of one key come from one partition, or there would be no
    order: see `Source.partition_by`.

    >>> from streamgauge.flow import DOUBLE, STRING, Source, WireFormat
    >>> readings = Source(Schema.of(sensor=STRING, x=DOUBLE), WireFormat.JSON, partition_by=("sensor",))
    >>> str(Fold(readings, keys=("sensor",), kernel="smooth", arguments={"value": "x"}, parameters={"alpha": 0.2}).schema)
    'sensor STRING, number LONG, value DOUBLE, smoothed DOUBLE'
    """

    upstream: Step
    keys: tuple[str, ...]
    kernel: str
    arguments: Mapping[str, str] | Pairs
    parameters: Mapping[str, float] | Numbers = ()
    carried: tuple[str, ...] = ()
    name: str = "fold"
    kind: ClassVar[str] = "fold"
    is_stateful: ClassVar[bool] = True
    computation: Kernel = field(init=False, repr=False, compare=False)
    settings: Mapping[str, float] = field(init=False, repr=False, compare=False)
    expressions: tuple[Expr, ...] = field(init=False, repr=False, compare=False)
    schema: Schema = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(
            keys=(self.keys,) if isinstance(self.keys, str) else tuple(self.keys),
            arguments=as_pairs(self.arguments),
            parameters=tuple(dict(self.parameters).items()),
            carried=tuple(self.carried),
        )
        if self.kernel not in KERNELS:
            raise self.refuse(Flaw.UNKNOWN_KERNEL, repr(self.kernel), nearest(self.kernel, KERNELS))
        self.derive(computation=KERNELS[self.kernel])
        self.derive(settings=self.checked(lambda: self.computation.settings(dict(self.parameters))))
        self.derive(expressions=self.checked(self._parsed))
        self.derive(schema=self.checked(self._schema))
        if self.upstream.emission is Emission.UPDATE:
            raise self.refuse(Flaw.STATE_AFTER_UPDATES, f"after {self.upstream.label}", "fold before the aggregate")
        self.require_order(self.upstream, self.keys)

    def _parsed(self) -> tuple[Expr, ...]:
        given, wanted = dict(as_pairs(self.arguments)), self.computation.arguments
        for name in given.keys() - set(wanted.names):
            raise self.refuse(Flaw.WRONG_ARGUMENTS, f"kernel {self.kernel!r} reads no {name!r}", nearest(name, wanted.names))
        for name in set(wanted.names) - given.keys():
            raise self.refuse(Flaw.WRONG_ARGUMENTS, f"kernel {self.kernel!r} lacks {name!r}", f"arguments={{{name!r}: ...}}")
        expressions = tuple(parse(given[name], self.upstream.schema) for name in wanted.names)
        for (name, data_type), expression in zip(wanted, expressions, strict=True):
            if not data_type.accepts(expression.type):
                raise self.refuse(Flaw.WRONG_ARGUMENTS, f"{name!r} is {expression.type}, not {data_type}", "cast it")
        return tuple(_as(data_type, each) for (_, data_type), each in zip(wanted, expressions, strict=True))

    def _schema(self) -> Schema:
        keys = tuple((key, self.upstream.schema.type_of(key)) for key in self.keys)
        for key, data_type in keys:
            if data_type not in KEY_TYPES:
                raise self.refuse(Flaw.KEY_NOT_COMPARABLE, f"{key!r} is {data_type}", "use another column as the key")
        carried = ((name, self.upstream.schema.type_of(name)) for name in self.carried)
        return Schema((*keys, *carried, *self.computation.outputs.columns))

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def emission(self) -> Emission:
        return Emission.INSERT

    @property
    def row_identity(self) -> tuple[str, ...] | None:
        return self.keys + self.computation.identity if self.computation.identity else None

    @property
    def is_order_sensitive(self) -> bool:
        return True

    @property
    def order_by(self) -> tuple[str, ...] | None:
        return self.keys

    @property
    def has_event_time(self) -> bool:
        return False

    @property
    def window_columns(self) -> bool:
        return False


def _as(wanted: DataType, expression: Expr) -> Expr:
    """The expression as a kernel wants it: a whole number may stand for a DOUBLE."""
    return Call("cast", (expression,), DOUBLE) if wanted == DOUBLE and expression.type != DOUBLE else expression
