"""Fold: the only step that SQL has no words for. The child runs its kernel in a process function of PyFlink's, see `folding.py`.

What the kernel reads is computed before it by SQL, and so is a text that tells keys apart: a key may be null, or several columns.
"""

from typing import Any

from streamgauge.engines.flink.dialect import FLINK
from streamgauge.engines.flink.stage import Marks, Stage, identifiers
from streamgauge.flow import LONG, Fold
from streamgauge.flow.expressions.render import render
from streamgauge.flow.marks import INTENDED_TIME


def fold_rows(step: Fold, stage: Stage) -> Stage:
    """What the kernel is given: the text, the columns that pass by it, its arguments."""
    group = f"JSON_ARRAY({', '.join(identifiers(step.keys))} NULL ON NULL) AS _group"
    arguments = [f"{render(expr, FLINK)} AS _argument{place}" for place, expr in enumerate(step.expressions)]
    passing = identifiers((*step.keys, *step.carried, INTENDED_TIME))
    return Stage(f"SELECT {', '.join([group, *passing, *arguments])}\nFROM {stage.sql}", Marks())


def fold_statement(step: Fold, rows: str, view: str) -> dict[str, Any]:
    """What the child is told: fold the rows of one view into another."""
    passing = {name: step.schema.type_of(name) for name in (*step.keys, *step.carried)} | {INTENDED_TIME: LONG}
    columns = passing | dict(step.computation.outputs.columns)
    return {
        "fold": rows,
        "into": view,
        "columns": [[name, FLINK.type_name(data_type)] for name, data_type in columns.items()],
        "passing": len(passing),
        "kernel": step.kernel,
        "parameters": dict(step.settings),
    }
