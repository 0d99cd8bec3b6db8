package streamgauge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentTypeStrategy;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.InputTypeStrategies;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategy;
import org.apache.flink.types.Row;

/**
 * `forgetting(value, measure)`: a measure of the doubles that have not left again, from these alone. Flink's own keep a sum and
 * take what leaves off it, and what was rounded away stays: after 1e17 and 1 have come and 1e17 has gone, the sum is 0. The values
 * are added up in the order in which they came, as the reference does it, so that both come to the same bits.
 *
 * <p>Raw types and no lambdas: it is compiled by Janino.
 */
public final class Forgetting extends AggregateFunction {
    public Object createAccumulator() {
        return Row.of(new Object[] {new ArrayList(), ""});
    }

    public void accumulate(Row accumulator, Double value, String measure) {
        accumulator.setField(1, measure);
        if (value != null) {
            List longer = new ArrayList((List) accumulator.getField(0));
            longer.add(value);
            accumulator.setField(0, longer);
        }
    }

    public void retract(Row accumulator, Double value, String measure) {
        if (value != null) {
            List shorter = new ArrayList((List) accumulator.getField(0));
            shorter.remove((Object) value);
            accumulator.setField(0, shorter);
        }
    }

    public Object getValue(Object accumulator) {
        List values = (List) ((Row) accumulator).getField(0);
        String measure = (String) ((Row) accumulator).getField(1);
        if (values.isEmpty()) {
            return null;
        }
        if (measure.equals("sum")) {
            return Double.valueOf(sumOf(values));
        }
        if (measure.equals("avg")) {
            return Double.valueOf(sumOf(values) / values.size());
        }
        int count = measure.endsWith("_samp") ? values.size() - 1 : values.size();
        if (count == 0) {
            return null;
        }
        double variance = squaresOf(values) / count;
        return Double.valueOf(measure.startsWith("stddev") ? Math.sqrt(variance) : variance);
    }

    private static double sumOf(List values) {
        double sum = ((Double) values.get(0)).doubleValue();
        for (int i = 1; i < values.size(); i++) {
            sum += ((Double) values.get(i)).doubleValue();
        }
        return sum;
    }

    /** The squared distances from the mean, in a way that does not lose digits. */
    private static double squaresOf(List values) {
        double mean = 0.0;
        double squares = 0.0;
        int count = 0;
        Iterator each = values.iterator();
        while (each.hasNext()) {
            double value = ((Double) each.next()).doubleValue();
            count++;
            double delta = value - mean;
            mean += delta / count;
            squares += delta * (value - mean);
        }
        return squares;
    }

    public TypeInference getTypeInference(DataTypeFactory factory) {
        ArgumentTypeStrategy any = InputTypeStrategies.ANY;
        return TypeInference.newBuilder()
                .inputTypeStrategy(InputTypeStrategies.sequence(new ArgumentTypeStrategy[] {any, any}))
                .accumulatorTypeStrategy(
                        new TypeStrategy() {
                            public Optional inferType(CallContext call) {
                                DataType list = (DataType) DataTypes.ARRAY(DataTypes.DOUBLE()).bridgedTo(List.class);
                                Object values = DataTypes.FIELD("values", list);
                                Object measure = DataTypes.FIELD("measure", DataTypes.STRING());
                                return Optional.of(DataTypes.ROW(Arrays.asList(new Object[] {values, measure})));
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
