package streamgauge;

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
 * `max_by(value, order)`: the value where the order is largest; of several, the largest value. Flink has no such aggregate.
 *
 * <p>Raw types and no lambdas: it is compiled by Janino.
 */
public class MaxBy extends AggregateFunction {
    /** Is the first of the two, compared with this result, the one to keep? */
    protected boolean isBetter(int comparison) {
        return comparison > 0;
    }

    public Object createAccumulator() {
        return new Row(2);
    }

    public Object getValue(Object best) {
        return ((Row) best).getField(0);
    }

    public void accumulate(Row best, Object value, Object order) {
        if (value == null || order == null) {
            return;
        }
        int comparison = best.getField(1) == null ? 0 : Order.compare(order, best.getField(1));
        if (comparison == 0 && best.getField(1) != null) {
            comparison = Order.compare(value, best.getField(0));
        }
        if (best.getField(1) == null || isBetter(comparison)) {
            best.setField(0, value);
            best.setField(1, order);
        }
    }

    public void merge(Row best, Iterable others) {
        Iterator each = others.iterator();
        while (each.hasNext()) {
            Row other = (Row) each.next();
            accumulate(best, other.getField(0), other.getField(1));
        }
    }

    public TypeInference getTypeInference(DataTypeFactory factory) {
        ArgumentTypeStrategy any = InputTypeStrategies.ANY;
        return TypeInference.newBuilder()
                .inputTypeStrategy(InputTypeStrategies.sequence(new ArgumentTypeStrategy[] {any, any}))
                .accumulatorTypeStrategy(
                        new TypeStrategy() {
                            public Optional inferType(CallContext call) {
                                List types = call.getArgumentDataTypes();
                                Object value = DataTypes.FIELD("value", (DataType) ((DataType) types.get(0)).nullable());
                                Object order = DataTypes.FIELD("order", (DataType) ((DataType) types.get(1)).nullable());
                                return Optional.of(DataTypes.ROW(Arrays.asList(new Object[] {value, order})));
                            }
                        })
                .outputTypeStrategy(
                        new TypeStrategy() {
                            public Optional inferType(CallContext call) {
                                return Optional.of(((DataType) call.getArgumentDataTypes().get(0)).nullable());
                            }
                        })
                .build();
    }
}

final class Order {
    /** Texts by code point, as everywhere in the language; Java's own order is by UTF-16. */
    static int compare(Object one, Object other) {
        if (!(one instanceof String)) {
            return ((Comparable) one).compareTo(other);
        }
        String a = (String) one;
        String b = (String) other;
        for (int i = 0; i < a.length() && i < b.length(); i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean isHigher = Character.isSurrogate(x);
                return isHigher == Character.isSurrogate(y) ? (x < y ? -1 : 1) : isHigher ? 1 : -1;
            }
        }
        return a.length() - b.length();
    }
}
