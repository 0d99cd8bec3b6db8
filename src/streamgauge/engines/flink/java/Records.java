package streamgauge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * The format `records`: a record becomes a row, or is broken and passed over, as the language says. Flink's own `json` takes 1.5
 * for a whole number, true for a text, and does not look at what follows an object. A column `_end` gets the time of the record
 * that ends a partition; all others are null there.
 *
 * <p>Raw types and no lambdas: it is compiled by Janino.
 */
public final class Records implements DeserializationFormatFactory {
    private static final ConfigOption IS_TEXT = ConfigOptions.key("text").booleanType().defaultValue(Boolean.FALSE);
    private static final ConfigOption OPTIONAL = ConfigOptions.key("optional").stringType().defaultValue("");

    public String factoryIdentifier() {
        return "records";
    }

    public Set requiredOptions() {
        return Collections.emptySet();
    }

    public Set optionalOptions() {
        return new HashSet(Arrays.asList(new Object[] {IS_TEXT, OPTIONAL}));
    }

    public DecodingFormat createDecodingFormat(DynamicTableFactory.Context context, ReadableConfig options) {
        boolean isText = ((Boolean) options.get(IS_TEXT)).booleanValue();
        Set optional = new HashSet(Arrays.asList((Object[]) ((String) options.get(OPTIONAL)).split(";")));
        return new RecordFormat(isText, optional);
    }
}

final class RecordFormat implements DecodingFormat {
    private final boolean isText;
    private final Set optional;

    RecordFormat(boolean isText, Set optional) {
        this.isText = isText;
        this.optional = optional;
    }

    public ChangelogMode getChangelogMode() {
        return ChangelogMode.insertOnly();
    }

    public Object createRuntimeDecoder(DynamicTableSource.Context context, DataType type) {
        RowType row = (RowType) type.getLogicalType();
        TypeInformation produced = context.createTypeInformation(type);
        return isText ? (Object) new TextDecoder(produced, row) : (Object) new JsonDecoder(produced, row, optional);
    }
}

final class TextDecoder implements DeserializationSchema {
    private static final byte[] END = "{\"_end\":".getBytes(StandardCharsets.US_ASCII);

    private final TypeInformation produced;
    private final int columns;

    TextDecoder(TypeInformation produced, RowType row) {
        this.produced = produced;
        this.columns = row.getFieldCount();
    }

    public Object deserialize(byte[] message) {
        if (message == null) {
            return null;
        }
        GenericRowData row = new GenericRowData(columns);
        Long end = columns > 1 ? endOf(message) : null;
        if (end == null) {
            row.setField(0, textOf(message));
        } else {
            row.setField(1, end);
        }
        return row;
    }

    /** What is no UTF-8 is replaced; plain ASCII, the usual case, is taken as it is. */
    private static StringData textOf(byte[] message) {
        for (int i = 0; i < message.length; i++) {
            if (message[i] < 0) {
                return StringData.fromString(new String(message, StandardCharsets.UTF_8));
            }
        }
        return StringData.fromBytes(message);
    }

    private static Long endOf(byte[] message) {
        if (message.length <= END.length + 1) {
            return null;
        }
        for (int i = 0; i < END.length; i++) {
            if (message[i] != END[i]) {
                return null;
            }
        }
        long milliseconds = 0;
        for (int i = END.length; i < message.length - 1; i++) {
            if (message[i] < '0' || message[i] > '9') {
                return null;
            }
            milliseconds = milliseconds * 10 + (message[i] - '0');
        }
        return Long.valueOf(milliseconds);
    }

    public boolean isEndOfStream(Object next) {
        return false;
    }

    public TypeInformation getProducedType() {
        return produced;
    }
}

final class JsonDecoder implements DeserializationSchema {
    private static final String END = "_end";

    private final TypeInformation produced;
    private final String[] names;
    private final LogicalTypeRoot[] types;
    private final boolean[] isRequired;
    private transient JsonFactory json;
    private transient Map positions;

    JsonDecoder(TypeInformation produced, RowType row, Set optional) {
        this.produced = produced;
        int count = row.getFieldCount();
        List found = row.getFieldNames();
        names = new String[count];
        types = new LogicalTypeRoot[count];
        isRequired = new boolean[count];
        for (int i = 0; i < count; i++) {
            names[i] = (String) found.get(i);
            types[i] = row.getTypeAt(i).getTypeRoot();
            isRequired[i] = !names[i].equals(END) && !optional.contains(names[i]);
        }
    }

    public void open(DeserializationSchema.InitializationContext context) {
        json = new JsonFactory();
        positions = new HashMap();
        for (int i = 0; i < names.length; i++) {
            positions.put(names[i], Integer.valueOf(i));
        }
    }

    public Object deserialize(byte[] message) {
        if (message == null) {
            return null;
        }
        try {
            JsonParser parser = json.createParser(message);
            try {
                return rowOf(parser);
            } finally {
                parser.close();
            }
        } catch (IOException broken) {
            return null;
        }
    }

    private GenericRowData rowOf(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return null;
        }
        GenericRowData row = new GenericRowData(names.length);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Integer position = (Integer) positions.get(parser.getCurrentName());
            JsonToken token = parser.nextToken();
            if (position == null) {
                parser.skipChildren();
            } else {
                row.setField(position.intValue(), valueOf(parser, token, types[position.intValue()]));
            }
        }
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            return null;
        }
        return isWhole(row) ? row : null;
    }

    private boolean isWhole(GenericRowData row) {
        for (int i = 0; i < names.length; i++) {
            if (isRequired[i] && row.isNullAt(i)) {
                int last = names.length - 1;
                return names[last].equals(END) && !row.isNullAt(last);
            }
        }
        return true;
    }

    /** The value of a field, null if it has another type than its column. */
    private static Object valueOf(JsonParser parser, JsonToken token, LogicalTypeRoot type) throws IOException {
        if (type == LogicalTypeRoot.VARCHAR) {
            if (token == JsonToken.VALUE_STRING) {
                return StringData.fromString(parser.getText());
            }
        } else if (type == LogicalTypeRoot.BIGINT) {
            if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
                return Long.valueOf(parser.getLongValue());
            }
        } else if (type == LogicalTypeRoot.DOUBLE) {
            if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
                double value = parser.getDoubleValue();
                return Double.isInfinite(value) ? null : Double.valueOf(value);
            }
        } else if (type == LogicalTypeRoot.BOOLEAN) {
            if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
                return Boolean.valueOf(token == JsonToken.VALUE_TRUE);
            }
        }
        parser.skipChildren();
        return null;
    }

    public boolean isEndOfStream(Object next) {
        return false;
    }

    public TypeInformation getProducedType() {
        return produced;
    }
}
