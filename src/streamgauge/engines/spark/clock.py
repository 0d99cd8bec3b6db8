"""The wall clock as a column: of each row, when it passes.

`current_timestamp()` is one time for a whole batch, and `java_method` calls by reflection and keeps Spark from compiling the plan
around it. So this reaches for the expression that compiles to a plain call.
"""

from typing import Any

from pyspark.sql import Column, SparkSession


def now_ms(spark: SparkSession) -> Column:
    """Milliseconds since 1970, asked anew for every row."""
    from pyspark.sql.classic.column import Column as ClassicColumn

    jvm: Any = spark._jvm
    nothing = jvm.PythonUtils.toSeq([])
    clock = jvm.java.lang.Class.forName("java.lang.System")
    long = jvm.org.apache.spark.sql.types.DataTypes.LongType
    not_declared = jvm.scala.Option.apply(None)
    call = jvm.org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke(
        clock,
        long,
        "currentTimeMillis",
        nothing,
        nothing,
        True,  # its arguments, of which there are none, are not null
        False,  # nor is the time
        False,  # and it is never the same twice
        not_declared,
    )
    return ClassicColumn(jvm.org.apache.spark.sql.classic.ExpressionUtils.column(call))
