package streamgauge;

import java.util.Optional;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategy;

/** What the functions that read numbers share: where a text begins and ends, and that they take one as Flink keeps it. */
final class Blanks {
    static int first(String text) {
        int first = 0;
        while (first < text.length() && isBlank(text.charAt(first))) {
            first++;
        }
        return first;
    }

    static int end(String text, int first) {
        int end = text.length();
        while (end > first && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private static boolean isBlank(char sign) {
        return sign <= ' ' || sign == 0x7f;
    }

    static TypeInference ofText(final DataType result) {
        return TypeInference.newBuilder()
                .typedArguments(new DataType[] {(DataType) DataTypes.STRING().bridgedTo(StringData.class)})
                .outputTypeStrategy(
                        new TypeStrategy() {
                            public Optional inferType(CallContext call) {
                                return Optional.of(result);
                            }
                        })
                .build();
    }
}
