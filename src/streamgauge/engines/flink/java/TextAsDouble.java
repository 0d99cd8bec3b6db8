package streamgauge;

import java.util.regex.Pattern;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.TypeInference;

/**
 * `text_as_double(text)`: a number with blanks around it, and nothing else; null if it is none. Flink's own cast would also read
 * NaN, 0x1p3 and 1d.
 *
 * <p>Raw types and no lambdas: it is compiled by Janino.
 */
public final class TextAsDouble extends ScalarFunction {
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?");

    public Double eval(StringData data) {
        if (data == null) {
            return null;
        }
        String text = data.toString();
        int first = Blanks.first(text);
        String number = text.substring(first, Blanks.end(text, first));
        return NUMBER.matcher(number).matches() ? Double.valueOf(number) : null;
    }

    public TypeInference getTypeInference(DataTypeFactory factory) {
        return Blanks.ofText((DataType) DataTypes.DOUBLE());
    }
}
