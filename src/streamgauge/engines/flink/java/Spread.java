package streamgauge;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.types.inference.ArgumentTypeStrategy;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.InputTypeStrategies;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategy;
import org.apache.flink.types.Row;

/**
 * `spread(value, measure)`: a variance or a standard deviation. Flink's own keep the sum of the values and that of their squares,
 * and take one large number off another: of values around 1e9 that differ by single ones nothing is left. This one keeps the mean
 * and the squared distances from it.
 *
 * <p>Raw types and no lambdas: it is compiled by Janino.
 */
public final class Spread extends AggregateFunction {
    private static final int COUNT = 0;
    private static final int MEAN = 1;
    private static final int SQUARES = 2;
    private static final int MEASURE = 3;

    public Object createAccumulator() {
        return Row.of(new Object[] {Long.valueOf(0), Double.valueOf(0.0), Double.valueOf(0.0), ""});
    }

    public void accumulate(Row accumulator, Double value, String measure) {
        accumulator.setField(MEASURE, measure);
        if (value != null) {
            add(accumulator, 1, value.doubleValue(), 0.0);
        }
    }

    /** Of windows that become one, and of parts of windows. */
    public void merge(Row accumulator, Iterable others) {
        Iterator each = others.iterator();
        while (each.hasNext()) {
            Row other = (Row) each.next();
            if (countOf(other) > 0) {
                accumulator.setField(MEASURE, other.getField(MEASURE));
                add(accumulator, countOf(other), numberOf(other, MEAN), numberOf(other, SQUARES));
            }
        }
    }

    private static void add(Row accumulator, long more, double mean, double squares) {
        long before = countOf(accumulator);
        long count = before + more;
        double delta = mean - numberOf(accumulator, MEAN);
        accumulator.setField(COUNT, Long.valueOf(count));
        accumulator.setField(MEAN, Double.valueOf(numberOf(accumulator, MEAN) + delta * more / count));
        double between = delta * delta * before * more / count;
        accumulator.setField(SQUARES, Double.valueOf(numberOf(accumulator, SQUARES) + squares + between));
    }

    private static long countOf(Row accumulator) {
        return ((Long) accumulator.getField(COUNT)).longValue();
    }

    private static double numberOf(Row accumulator, int field) {
        return ((Double) accumulator.getField(field)).doubleValue();
    }

    public Object getValue(Object found) {
        Row accumulator = (Row) found;
        String measure = (String) accumulator.getField(MEASURE);
        long degrees = measure.endsWith("_samp") ? countOf(accumulator) - 1 : countOf(accumulator);
        if (degrees < 1) {
            return null;
        }
        double variance = numberOf(accumulator, SQUARES) / degrees;
        return Double.valueOf(measure.startsWith("stddev") ? Math.sqrt(variance) : variance);
    }

    public TypeInference getTypeInference(DataTypeFactory factory) {
        ArgumentTypeStrategy any = InputTypeStrategies.ANY;
        return TypeInference.newBuilder()
                .inputTypeStrategy(InputTypeStrategies.sequence(new ArgumentTypeStrategy[] {any, any}))
                .accumulatorTypeStrategy(
                        new TypeStrategy() {
                            public Optional inferType(CallContext call) {
                                Object count = DataTypes.FIELD("how_many", DataTypes.BIGINT());
                                Object mean = DataTypes.FIELD("mean", DataTypes.DOUBLE());
                                Object squares = DataTypes.FIELD("squares", DataTypes.DOUBLE());
                                Object measure = DataTypes.FIELD("measure", DataTypes.STRING());
                                return Optional.of(
                                        DataTypes.ROW(Arrays.asList(new Object[] {count, mean, squares, measure})));
                            }
                        })
                .outputTypeStrategy(
                        new TypeStrategy() {
                            public Optional inferType(CallContext call) {
                                return Optional.of(DataTypes.DOUBLE());
                            }
                        })
                .build();
    }
}
