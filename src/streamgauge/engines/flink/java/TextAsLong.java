package streamgauge;

import java.util.Optional;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.TypeInference;

/**
 * `text_as_long(text)`: a whole number with blanks around it, and nothing else; null if it is none. Flink's own cast would also
 * read 12.5.
 *
 * <p>Raw types and no lambdas: it is compiled by Janino.
 */
public final class TextAsLong extends ScalarFunction {
    public Long eval(StringData data) {
        if (data == null) {
            return null;
        }
        String text = data.toString();
        int first = Blanks.first(text);
        int end = Blanks.end(text, first);
        boolean isNegative = first < end && text.charAt(first) == '-';
        if (first < end && (isNegative || text.charAt(first) == '+')) {
            first++;
        }
        if (first == end) {
            return null;
        }
        long number = 0; // below zero, where there is room for one more
        for (int i = first; i < end; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9 || number < Long.MIN_VALUE / 10) {
                return null;
            }
            number = number * 10 - digit;
            if (number > 0) {
                return null;
            }
        }
        if (isNegative) {
            return Long.valueOf(number);
        }
        return number == Long.MIN_VALUE ? null : Long.valueOf(-number);
    }

    public TypeInference getTypeInference(DataTypeFactory factory) {
        return Blanks.ofText((DataType) DataTypes.BIGINT());
    }
}
