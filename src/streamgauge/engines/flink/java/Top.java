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
 * `top(value, size)`: the largest values, at most `size` of them, the largest first. Flink has no such aggregate.
 *
 * <p>Raw types and no lambdas: it is compiled by Janino.
 */
public final class Top extends AggregateFunction {
    public Object createAccumulator() {
        return Row.of(new Object[] {new ArrayList(), Long.valueOf(0)});
    }

    public Object getValue(Object accumulator) {
        return ((Row) accumulator).getField(0);
    }

    public void accumulate(Row accumulator, Object value, Long size) {
        accumulator.setField(1, size);
        if (value != null) {
            accumulator.setField(0, with((List) accumulator.getField(0), value, size.intValue()));
        }
    }

    public void merge(Row accumulator, Iterable others) {
        Iterator each = others.iterator();
        while (each.hasNext()) {
            Row other = (Row) each.next();
            Iterator values = ((List) other.getField(0)).iterator();
            while (values.hasNext()) {
                accumulate(accumulator, values.next(), (Long) other.getField(1));
            }
        }
    }

    private static List with(List values, Object value, int size) {
        int place = values.size();
        while (place > 0 && Order.compare(value, values.get(place - 1)) > 0) {
            place--;
        }
        if (place >= size) {
            return values;
        }
        List longer = new ArrayList(values);
        longer.add(place, value);
        if (longer.size() > size) {
            longer.remove(size);
        }
        return longer;
    }

    public TypeInference getTypeInference(DataTypeFactory factory) {
        ArgumentTypeStrategy any = InputTypeStrategies.ANY;
        return TypeInference.newBuilder()
                .inputTypeStrategy(InputTypeStrategies.sequence(new ArgumentTypeStrategy[] {any, any}))
                .accumulatorTypeStrategy(
                        new TypeStrategy() {
                            public Optional inferType(CallContext call) {
                                Object values = DataTypes.FIELD("values", Top.listOf(call));
                                Object size = DataTypes.FIELD("size", DataTypes.BIGINT());
                                return Optional.of(DataTypes.ROW(Arrays.asList(new Object[] {values, size})));
                            }
                        })
                .outputTypeStrategy(
                        new TypeStrategy() {
                            public Optional inferType(CallContext call) {
                                return Optional.of(Top.listOf(call));
                            }
                        })
                .build();
    }

    static DataType listOf(CallContext call) {
        List types = call.getArgumentDataTypes();
        return (DataType) DataTypes.ARRAY((DataType) types.get(0)).bridgedTo(List.class);
    }
}
